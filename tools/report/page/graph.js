// The expanded graph behind a mismatch. What comes from the inputs runs down; a constant, and what casts it, stands
// beside the node that takes it. Parts that share nothing fill lines like words, what is marked first.

const BOX = {width: 100, height: 34, output: 22, across: 14, down: 26, stacked: 8, margin: 4, line: 350};

// What decides the values of a node: CastLike takes no more than the type of its second input.
const dataInputs = (node) => node.op.startsWith('CastLike-') ? node.inputs.slice(0, 1) : node.inputs;

class Graph {
  constructor(graph, marked) {
    this.boxes = [];
    this.producers = new Map();
    const add = (box) => {
      const isMarked = box.outputs.some((name) => marked.has(name));
      this.boxes.push({uses: 0, height: 0, rank: 0, beside: [], marked: isMarked, ...box});
      return this.boxes.at(-1);
    };
    for (const name of graph.outputs) add({inputs: [name], outputs: [name], isOutput: true});
    for (const node of graph.nodes) {
      const box = add({node, inputs: dataInputs(node), outputs: node.outputs, height: 1});
      for (const name of node.outputs) if (!this.producers.has(name)) this.producers.set(name, box);
    }
    for (const name of this.boxes.flatMap((box) => box.inputs)) if (this.producerOf(name)) ++this.producerOf(name).uses;
    this.setBeside();
    this.setHeights();
    this.fillLines(this.parts().map((boxes) => ({boxes, ...this.place(boxes.filter((box) => !box.isBeside))})));
  }

  producerOf(name) { return name === '' ? undefined : this.producers.get(name); }

  // A node without inputs, or one that takes it and nothing else, of which one other node takes the result.
  constantChain(box, most = 2) {
    if (!box || box.isOutput || box.uses !== 1 || box.inputs.length > 1 || most === 0) return null;
    if (box.inputs.length === 0) return [box];
    const rest = this.constantChain(this.producerOf(box.inputs[0]), most - 1);
    return rest && [box, ...rest];
  }

  setBeside() {
    for (const box of this.boxes) box.chain = this.constantChain(box);
    for (const box of this.boxes) {
      if (box.isOutput || box.chain) continue;
      box.beside = box.inputs.map((name) => this.producerOf(name)?.chain).filter(Boolean);
      for (const other of box.beside.flat()) other.isBeside = true;
    }
  }

  // The longest way down. Each pass gets one more row right; with a cycle, which no valid model has, passes end.
  setHeights() {
    let changed = true;
    for (let pass = 0; changed && pass < this.boxes.length; ++pass) {
      changed = false;
      for (const box of this.boxes) {
        for (const name of box.inputs) {
          const producer = this.producerOf(name);
          if (!producer || producer.height > box.height) continue;
          producer.height = box.height + 1;
          changed = true;
        }
      }
    }
  }

  // Boxes that lines connect.
  parts() {
    const parts = new Map(this.boxes.map((box) => [box, new Set([box])]));
    for (const box of this.boxes) {
      const mine = parts.get(box);
      for (const producer of box.inputs.map((name) => this.producerOf(name))) {
        for (const other of parts.get(producer) ?? []) parts.set(other, mine.add(other));
      }
    }
    const isMarked = (boxes) => boxes.some((box) => box.marked);
    return [...new Set(parts.values())].map((boxes) => [...boxes]).sort((a, b) => isMarked(b) - isMarked(a));
  }

  // Row by row from the bottom, each box as near as can be to the one that it feeds. The top left is at 0.
  place(spine) {
    const rows = new Map();
    for (const box of spine) rows.set(box.height, [...(rows.get(box.height) ?? []), box]);
    let [bottom, width] = [0, 0];
    for (const [index, height] of [...rows.keys()].sort((a, b) => a - b).entries()) {
      const row = rows.get(height).sort((a, b) => a.rank - b.rank);
      const most = Math.max(1, ...row.map((box) => box.beside.length));
      const tall = height === 0 ? BOX.output : most * (BOX.height + BOX.stacked) - BOX.stacked;
      const middle = bottom - tall / 2;
      let x = 0;
      for (const [column, box] of row.entries()) {
        Object.assign(box, {row: index, x, y: middle - (box.isOutput ? BOX.output : BOX.height) / 2});
        this.placeBeside(box, middle - BOX.height / 2);
        x += (1 + Math.max(0, ...box.beside.map((chain) => chain.length))) * (BOX.width + BOX.across);
        box.inputs.map((name) => this.producerOf(name)).forEach((producer, i) => {
          if (producer) producer.rank = column + i / 100;
        });
      }
      width = Math.max(width, x - BOX.across);
      bottom -= tall + BOX.down;
    }
    const above = rows.get(Math.max(...rows.keys())).some((box) => box.inputs.length) ? 20 : 0;  // for names
    const top = bottom + BOX.down - above;
    for (const box of spine.flatMap((box) => [box, ...box.beside.flat()])) box.y -= top;
    return {width, height: -top};
  }

  placeBeside(box, y) {
    box.beside.forEach((chain, line) => chain.forEach((other, i) => {
      other.x = box.x + (i + 1) * (BOX.width + BOX.across);
      other.y = y + (line - (box.beside.length - 1) / 2) * (BOX.height + BOX.stacked);
    }));
  }

  fillLines(parts) {
    let [x, y, tallest] = [BOX.margin, BOX.margin, 0];
    this.width = 2 * BOX.margin;
    for (const {boxes, width, height} of parts) {
      if (x > BOX.margin && x + width > BOX.line) [x, y, tallest] = [BOX.margin, y + tallest + BOX.across, 0];
      for (const box of boxes) Object.assign(box, {x: box.x + x, y: box.y + y});
      this.width = Math.max(this.width, x + width + BOX.margin);
      x += width + BOX.across;
      tallest = Math.max(tallest, height);
    }
    this.height = y + tallest + BOX.margin;
  }

  edge(path, x, y, turn) {
    return svg('g', {class: 'edge'}, svg('path', {d: path}),
               svg('path', {class: 'tip', d: 'M0 0L-3 -6H3Z', transform: `translate(${x} ${y}) rotate(${turn})`}));
  }

  // A curve from the box above, or else the name at a short line; constants from the side.
  lines(box) {
    const fromAbove = box.inputs.filter((name) => name !== '' && !this.producerOf(name)?.isBeside);
    const above = fromAbove.map((name, i) => {
      const x = box.x + BOX.width * (i + 1) / (fromAbove.length + 1);
      const producer = this.producerOf(name);
      if (producer && producer.row === box.row + 1) {
        const [start, from] = [producer.x + BOX.width / 2, producer.y + BOX.height];
        const middle = (from + box.y) / 2;
        return this.edge(`M${start} ${from}C${start} ${middle} ${x} ${middle} ${x} ${box.y - 5}`, x, box.y, 0);
      }
      return [this.edge(`M${x} ${box.y - 9}V${box.y - 5}`, x, box.y, 0),
              this.text(x, box.y - 12, 'name', name, BOX.width / fromAbove.length)];
    });
    const beside = box.beside.flatMap((chain) => chain.map((from, i) => {
      const to = i === 0 ? box : chain[i - 1];
      const [x, y] = [to.x + BOX.width, to.y + BOX.height / 2];
      const start = from.y + BOX.height / 2;
      return this.edge(`M${from.x} ${start}C${from.x - 8} ${start} ${x + 12} ${y} ${x + 5} ${y}`, x, y, 90);
    }));
    return [...above.flat(), ...beside];
  }

  text(x, y, kind, content, width) {
    return svg('text', {class: kind, x, y}, shorten(content, Math.max(3, Math.floor(width / 6))));
  }

  box(box) {
    const {node, x, y} = box;
    const middle = x + BOX.width / 2;
    const height = box.isOutput ? BOX.output : BOX.height;
    const shown = (title, ...texts) => svg(
        'g', {class: `${box.isOutput ? 'output' : 'node'}${box.marked ? ' marked' : ''}`},
        svg('title', {}, shorten(title, 200)),
        svg('rect', {x, y, width: BOX.width, height, rx: box.isOutput ? height / 2 : 4}), ...texts);
    if (box.isOutput) {
      const name = box.outputs[0];
      return shown(name, this.text(middle, y + 15, 'op', box.marked ? `✗ ${name}` : name, BOX.width - 12));
    }
    const more = node.attributes || (node.op.startsWith('CastLike-') ? `like ${node.inputs[1] ?? ''}` : '');
    return shown(`${node.outputs.join(', ')} = ${node.op} <${node.attributes}> (${node.inputs.join(', ')})`,
                 this.text(middle, y + (more ? 14 : 21), 'op', node.op, BOX.width - 6),
                 ...(more ? [this.text(middle, y + 27, 'more', more, BOX.width - 6)] : []));
  }

  drawn() {
    return svg('svg', {class: 'graph', width: this.width, height: this.height,
                       viewBox: `0 0 ${this.width} ${this.height}`, role: 'img', 'aria-label': 'the expanded graph'},
               this.boxes.filter((box) => !box.isBeside).flatMap((box) => this.lines(box)),
               this.boxes.map((box) => this.box(box)));
  }
}
