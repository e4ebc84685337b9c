// The table of operators by element types: how many tests passed, failed and were skipped.

const matrix = (report, choose) => {
  const cells = new Map(report.cells.map((cell) => [`${cell.op} ${cell.type}`, cell]));
  // What failed stands where it is seen first.
  const failing = (name) => new Set(report.cells.filter((cell) => cell.failed).map(name));
  const nameOf = ({op}) => op.replace(/-\d+$/, '');
  const [failingTypes, failingNames] = [failing((cell) => cell.type), failing(nameOf)];
  const types = [...report.types].sort((a, b) => failingTypes.has(b) - failingTypes.has(a));

  // A group of rows for each operator, versions in order of their numbers; what is not known comes last.
  const groups = new Map();
  for (const cell of report.cells) {
    const name = nameOf(cell);
    groups.set(name, (groups.get(name) ?? new Set()).add(cell.op));
  }
  const version = (op) => Number(op.slice(op.lastIndexOf('-') + 1));
  const names = [...groups.keys()].sort(
      (a, b) => failingNames.has(b) - failingNames.has(a) || (a === '') - (b === '') || (a < b ? -1 : 1));

  const cellOf = (op, type) => {
    const cell = cells.get(`${op} ${type}`);
    if (!cell) return html('td');
    const counts = Object.keys(SYMBOLS).filter((verdict) => cell[verdict]);
    const words = counts.map((verdict) => `${cell[verdict]} ${verdict}`).join(', ');
    const label = `${op || 'other operators'} ${type || 'of unknown type'}: ${words}`;
    const signs = counts.map((verdict) => html('span', {class: verdict}, SYMBOLS[verdict] + cell[verdict]));
    const button = html('button', {type: 'button', title: label, 'aria-label': label, 'aria-pressed': 'false',
                                   'data-op': op, 'data-type': type, click: () => choose({op, type})},
                        html('i', {}, type || 'unknown'), signs);
    return html('td', {class: counts[0]}, button);
  };
  // The long names in two lines where there is no room.
  const heading = (type) => type.startsWith('float8') ? ['float8', html('wbr'), type.slice(6)] : [type || 'unknown'];
  const nameOfRow = (name, op) => op ? [name, html('i', {}, op.slice(name.length))] : ['others'];
  const rowOf = (name, op) => html('tr', {}, html('th', {scope: 'row'}, nameOfRow(name, op)),
                                   types.map((type) => cellOf(op, type)));
  return html('table', {class: 'matrix'},
              html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, 'operator'),
                                     types.map((type) => html('th', {scope: 'col'}, heading(type))))),
              names.map((name) => html('tbody', {}, [...groups.get(name)].sort((a, b) => version(a) - version(b))
                                                        .map((op) => rowOf(name, op)))));
};
