// The page: what ran, the totals, failures by their causes, the table of operators, and all other tests.

const OPENED = 3;                              // causes of which a failure can be read without a click
const SHOWN = {overview: 10, filtered: 300};   // rows before somebody asks for more
const MORE = 1000;

// What XML forbids, control characters among it, as everywhere in reports.
const clean = (text) => text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '\ufffd');

class Page {
  constructor(report) {
    this.report = report;
    this.filter = NO_FILTER;
    this.more = new Map();  // how many more rows were asked for, by list
    this.form = new FilterForm(report, (change, isClick) => this.change({...this.filter, ...change}, isClick));
    this.failures = html('section', {class: 'failures'});
    const isPressed = (cell) => cell.op === this.filter.cell?.op && cell.type === this.filter.cell?.type;
    this.matrix = html('section', {}, html('h2', {}, 'Operators'),
                       html('div', {class: 'scroll', tabindex: 0}, matrix(report, (cell) => this.change(
                           {...this.filter, cell: isPressed(cell) ? null : cell}, true))));
    this.others = html('section', {class: 'others'});
    this.main = html('main', {}, this.form.form, this.failures, this.matrix, this.others);
    document.body.append(this.header(), this.main);
    const byCause = this.groups(report.tests.filter((test) => test.verdict === 'failed'));
    const examples = byCause.length === 1 ? byCause[0][1] : byCause.map(([, tests]) => tests[0]);
    examples.sort((a, b) => Boolean(b.mismatches) - Boolean(a.mismatches)).slice(0, OPENED).forEach(openRow);
    addEventListener('hashchange', () => this.follow());
    this.follow();
  }

  // ---- What never changes ----

  header() {
    const {run} = this.report;
    const totals = verdictsOf(this.report).map((verdict) => [verdict, SYMBOLS[verdict], this.report[verdict]]);
    const how = run.results ? `, outputs from ${run.results}` : '';
    return html('header', {},
                html('h1', {}, 'hardref test'),
                html('p', {class: 'subject'}, html('code', {}, run.command)),
                html('p', {class: 'subject'}, `hardref ${run.version}, ${run.date}, judged as ${run.judge}${how}`),
                html('ul', {class: 'totals'}, totals.map(([verdict, sign, count]) => html(
                    'li', {class: count ? verdict : `${verdict} none`}, html('b', {}, String(count)),
                    html('span', {}, `${sign} ${verdict}`)))),
                html('div', {class: 'bar', 'aria-hidden': 'true'}, totals.filter(([, , count]) => count).map(
                    ([verdict, , count]) => html('span', {class: verdict, style: `flex-grow:${count}`}))));
  }

  // ---- What an address decides ----

  // Clicks can be gone back from, typed characters cannot.
  change(filter, isClick) {
    const address = isFiltering(filter) ? filterAddress(filter) : location.pathname + location.search;
    history[isClick ? 'pushState' : 'replaceState'](null, '', address);
    this.show(filter, null);
    if (isClick && isFiltering(filter)) this.form.form.scrollIntoView();
  }

  follow() {
    const {test: name, filter} = readAddress(location.hash);
    const test = name === null ? null : this.report.tests.find((one) => one.name === name) ?? null;
    this.show(test ? NO_FILTER : filter, test);
    if (test) {
      openRow(test);
      rowOf(test).scrollIntoView();
    } else if (isFiltering(filter)) {
      this.form.form.scrollIntoView();
    }
  }

  show(filter, target) {
    this.filter = filter;
    const tests = this.report.tests.filter(matcher(filter));
    this.form.show(filter, `${tests.length} of ${this.report.tests.length} tests`);
    for (const test of this.report.tests) test.row?.classList.toggle('target', test === target);
    if (target) rowOf(target).classList.add('target');
    this.showFailures(tests.filter((test) => test.verdict === 'failed'), target);
    this.showOthers(tests.filter((test) => test.verdict !== 'failed'), target);
    for (const button of this.matrix.querySelectorAll('button')) {
      const {op, type} = button.dataset;
      button.setAttribute('aria-pressed', String(op === filter.cell?.op && type === filter.cell?.type));
    }
    // Who looks for something wants to see that next.
    this.main.insertBefore(this.matrix, isFiltering(filter) ? null : this.others);
  }

  // ---- Lists ----

  // The largest first.
  groups(tests) {
    const groups = new Map();
    for (const test of tests) groups.set(test.cause, [...(groups.get(test.cause) ?? []), test]);
    return [...groups].sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
  }

  list(key, tests, target, limit) {
    const most = limit + (this.more.get(key) ?? 0);
    const shown = tests.slice(0, most);
    if (target && tests.includes(target) && !shown.includes(target)) shown.push(target);
    const hidden = tests.length - shown.length;
    const more = () => {
      this.more.set(key, (this.more.get(key) ?? 0) + MORE);
      this.show(this.filter, target);
    };
    return [html('ol', {class: 'tests'}, shown.map(rowOf)),
            ...(hidden ? [html('button', {type: 'button', class: 'show-more', click: more},
                               `show ${Math.min(hidden, MORE)} more of ${tests.length}`)] : [])];
  }

  showFailures(tests, target) {
    const limit = isFiltering(this.filter) ? SHOWN.filtered : SHOWN.overview;
    const groups = this.groups(tests);
    const all = Object.entries(this.report.causes).sort(([, a], [, b]) => b - a);
    const links = all.map(([cause, count]) =>
        html('li', {}, html('a', {href: addressOf({cause})}, html('b', {}, String(count)), ` ${cause}`)));
    this.failures.replaceChildren(...(tests.length === 0 ? [] : [
      html('h2', {}, 'Failures'),
      ...(isFiltering(this.filter) || all.length < 2 ? [] : [html('ul', {class: 'causes'}, links)]),
      ...groups.flatMap(([cause, some]) => [
        html('h3', {}, html('b', {}, String(some.length)), ` ${cause}`), ...this.list(cause, some, target, limit)]),
    ]));
  }

  showOthers(tests, target) {
    const {not_listed: notListed, failed} = this.report;
    this.others.replaceChildren(
        ...(tests.length === 0 ? [] : [html('h2', {}, failed ? 'Passed and skipped' : 'Tests'),
                                       ...this.list(' others', tests, target, SHOWN.filtered)]),
        ...(notListed ? [html('p', {class: 'note'}, `${notListed} more tests are not listed.`)] : []));
  }
}

const page = new Page(JSON.parse(document.getElementById('report').textContent,
                                 (_, value) => typeof value === 'string' ? clean(value) : value));
