// Expected against actual values, and below them the errors in units in the last place: over x where a HardSigmoid made
// the values, or else over the elements. Numbers that are not finite have places of their own.

const PLOT = {width: 440, left: 62, right: 430, top: 30, values: 140, errors: 90, lane: 17, slot: 26};

const isSame = (a, b) => a === b || Number.isNaN(a) && Number.isNaN(b);
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const at = (value) => Math.round(value * 10) / 10;  // tenths are finer than a screen
const laneOf = (value) => Number.isNaN(value) ? 'NaN' : value > 0 ? 'inf' : '-inf';

// Halves, since the difference of two doubles may be more than a double can hold.
const between = (value, low, high) => high === low ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);

// From what is shown to where it is, along x. Large numbers leave room to small ones.
class Across {
  constructor(points, count) {
    this.isX = points.every((point) => point.x !== undefined);
    const finite = this.isX ? points.map((point) => point.x).filter(Number.isFinite) : [0, Math.max(0, count - 1)];
    [this.low, this.high] = finite.length ? [Math.min(...finite), Math.max(...finite)] : [0, 0];
    this.scale = this.isX && Math.max(-this.low, this.high) > 16 ? Math.asinh : (x) => x;
    this.slots = new Map();
    this.start = PLOT.left;
    this.end = PLOT.right;
    const odd = new Set(points.map(({x}) => x).filter((x) => this.isX && !Number.isFinite(x)).map(laneOf));
    if (odd.has('-inf')) this.slots.set('-inf', (this.start += PLOT.slot) - PLOT.slot / 2 - 8);
    for (const name of ['NaN', 'inf'].filter((name) => odd.has(name))) {
      this.slots.set(name, (this.end -= PLOT.slot) + PLOT.slot / 2 + 8);
    }
  }

  of(point) { return this.isX ? this.place(point.x) : this.place(point.element); }
  place(x) {
    if (!Number.isFinite(x)) return this.slots.get(laneOf(x));
    return this.start + (this.end - this.start) * between(this.scale(x), this.scale(this.low), this.scale(this.high));
  }

  // Labels, the ends first, as many as there is room for.
  ticks() {
    if (!this.isX) return [[0, 'element 0'], ...(this.high === 0 ? [] : [[this.high, String(this.high)]])];
    const step = 10 ** Math.floor(Math.log10(Math.max(this.high - this.low, 1e-300) / 2));
    const steps = Array.from({length: 41}, (_, i) => (Math.ceil(this.low / step) + i) * step);
    const powers = [1, 10, 100, 1e4, 1e8, 1e16, 1e32, 1e100, 1e200].flatMap((power) => [power, -power]);
    const candidates = [this.low, this.high, 0, ...(this.scale === Math.asinh ? powers : steps)];
    const kept = [];
    for (const x of candidates) {
      if (!(x >= this.low && x <= this.high)) continue;
      if (kept.every(([other]) => Math.abs(this.place(other) - this.place(x)) > 44)) kept.push([x, short(x)]);
    }
    return [...kept, ...[...this.slots.keys()].map((name) => [numberOf(name.toLowerCase()), name])];
  }
}

class Plot {
  constructor(mismatch) {
    this.mismatch = mismatch;
    this.points = mismatch.sample.map((point) => {
      const [expected, actual] = [numberOf(point.expected), numberOf(point.actual)];
      return {...point, expected, actual, x: numberOf(point.x), unequal: !isSame(expected, actual)};
    });
    this.across = new Across(this.points, mismatch.count);
    const values = this.points.flatMap((point) => [point.expected, point.actual]);
    const finite = values.filter(Number.isFinite);
    [this.low, this.high] = finite.length ? [Math.min(...finite), Math.max(...finite)] : [0, 1];
    const errors = this.points.map((point) => point.ulp_error).filter((error) => error !== undefined);
    this.most = errors.length ? Math.max(...errors.map(Math.abs)) : null;
    this.positive = errors.some((error) => error > 0);
    this.negative = errors.some((error) => error < 0);
    this.space = (this.across.end - this.across.start) / this.points.length;
    this.body = [];
    this.place(new Set(values.filter((value) => !Number.isFinite(value)).map(laneOf)));
  }

  // Decides where everything lies.
  place(lanes) {
    let y = PLOT.top;
    this.lanes = new Map();
    const lane = (name) => {
      if (!lanes.has(name)) return;
      this.lanes.set(name, y + PLOT.lane / 2);
      y += PLOT.lane;
    };
    lane('NaN');
    lane('inf');
    this.valueTop = y + 8;
    y = this.valueTop + PLOT.values + 8;
    lane('-inf');
    this.errorTop = y + 30;
    this.bottom = this.most === null ? y : this.errorTop + PLOT.errors;
  }

  valueY(value) {
    if (!Number.isFinite(value)) return this.lanes.get(laneOf(value));
    return this.valueTop + PLOT.values * (1 - between(value, this.low, this.high));
  }
  // Zero lies where there is room for the errors of either sign.
  errorY(error) {
    const zero = this.negative ? (this.positive ? 0.5 : 0) : 1;
    if (error === 0) return this.errorTop + zero * PLOT.errors;
    const part = Math.log1p(Math.abs(error)) / Math.log1p(this.most);
    return this.errorTop + (error > 0 ? zero - zero * part : zero + (1 - zero) * part) * PLOT.errors;
  }

  path(kind, d, width) { this.body.push(svg('path', {class: kind, d, ...(width ? {'stroke-width': at(width)} : {})})); }
  label(x, y, anchor, text) { this.body.push(svg('text', {x: at(x), y: at(y), 'text-anchor': anchor}, text)); }
  rule(y, kind, text) {
    this.path(kind, `M${PLOT.left} ${at(y)}H${PLOT.right}`);
    this.label(PLOT.left - 6, y + 4, 'end', text);
  }
  marks(points, mark) { return points.map(mark).join(''); }

  drawFrame() {
    this.path('expected', 'M62 9H78V12H62Z');
    this.label(83, 14, 'start', 'expected');
    this.path('actual', 'M168 10.5h0', 5);
    this.label(175, 14, 'start', 'actual');
    this.path('actual unequal', 'M236 10.5h0', 5);
    this.label(243, 14, 'start', 'not equal');
    for (const [name, y] of this.lanes) this.rule(y, 'lane', name);
    this.rule(this.valueY(this.high), 'grid', short(this.high));
    if (this.high !== this.low) this.rule(this.valueY(this.low), 'grid', short(this.low));
    for (const [x, text] of this.across.ticks()) {
      const place = this.across.place(x);
      const anchor = place <= PLOT.left ? 'start' : place >= PLOT.right ? 'end' : 'middle';
      this.path('grid', `M${at(place)} ${at(this.bottom + 2)}v4`);
      this.label(place, this.bottom + 18, anchor, text);
    }
  }

  drawWorst() {
    const {index} = this.mismatch.worst ?? this.mismatch.first;
    const element = index.reduce((sum, i, axis) => sum * this.mismatch.shape[axis] + i, 0);
    const worst = this.points.find((point) => point.element === element);
    if (!worst) return;
    this.path('worst', `M${at(this.across.of(worst))} ${PLOT.top - 6}V${at(this.bottom)}`);
    this.path('worst', 'M326 3V18');
    this.label(332, 14, 'start', 'worst');
  }

  // Expected values are wide, actual ones dots, so that both are seen where they meet.
  drawValues() {
    const half = clamp(this.space * 0.42, this.across.isX ? 2.5 : 0.8, 8);
    const width = clamp(this.space * 0.45, this.across.isX ? 2.2 : 1.6, 4.5);
    const dot = (point) => `M${at(this.across.of(point))} ${at(this.valueY(point.actual))}h0`;
    this.path('expected', this.marks(this.points, (point) => {
      const [x, y] = [this.across.of(point), this.valueY(point.expected)];
      return `M${at(x - half)} ${at(y - 1.5)}H${at(x + half)}V${at(y + 1.5)}H${at(x - half)}Z`;
    }));
    this.path('actual', this.marks(this.points.filter((point) => !point.unequal), dot), width);
    this.path('actual unequal', this.marks(this.points.filter((point) => point.unequal), dot), width + 0.6);
  }

  drawErrors() {
    this.label(PLOT.left, this.errorTop - 8, 'start', `error in ulp${this.across.isX ? ' over x' : ''}, logarithmic`);
    const zero = this.errorY(0);
    this.rule(zero, 'grid', '0');
    const most = this.most < 1e6 ? String(this.most) : short(this.most);
    if (this.positive) this.rule(this.errorY(this.most), 'grid', `+${most}`);
    if (this.negative) this.rule(this.errorY(-this.most), 'grid', `-${most}`);
    const wrong = this.points.filter((point) => point.ulp_error);
    const line = (point) => `M${at(this.across.of(point))} ${at(zero)}V${at(this.errorY(point.ulp_error))}`;
    this.path('error', this.marks(wrong, line), clamp(this.space * 0.5, 1, 5));
  }

  drawn() {
    this.drawFrame();
    this.drawWorst();
    this.drawValues();
    if (this.most !== null) this.drawErrors();
    const what = `${shorten(this.mismatch.output, 60)}${this.across.isX ? ' over x' : ''}`;
    return svg('svg', {class: 'plot', viewBox: `0 0 ${PLOT.width} ${at(this.bottom + 24)}`, role: 'img',
                       'aria-label': `expected and actual values of output ${what}`},
               this.body);
  }
}
