// Rows of Hardmax that are not what was expected, as a small table: where the ones are and where they should be.

const MOST_PLACES = 16;

const gridMark = ({expected, actual, x}) => {
  const isEqual = expected === actual;
  const kind = isEqual ? 'equal' : expected === '1' && actual === '0' ? 'missing' : 'wrong';
  const sign = kind === 'missing' ? '○' : actual === '1' ? '●' : actual;
  const label = isEqual ? `${actual} as expected` : `${actual}, expected ${expected}`;
  return html('td', {class: kind, title: `${label}; x is ${x}`, 'aria-label': `${label}; x is ${x}`},
              html('b', {}, sign), html('small', {}, shorten(x, 9)));
};

const grid = (rows) => {
  const length = Math.max(...rows.map((row) => row.length));
  const marked = [...new Set(rows.flatMap((row) => row.marks.map((mark) => mark.place)))].sort((a, b) => a - b);
  const places = length <= MOST_PLACES ? Array.from({length}, (_, i) => i) : marked.slice(0, MOST_PLACES);
  const rowOf = (row) => {
    const marks = new Map(row.marks.map((mark) => [mark.place, mark]));
    return html('tr', {}, html('th', {scope: 'row'}, `[${row.index.join(',')}]`),
                places.map((place) => marks.has(place) ? gridMark(marks.get(place)) : html('td', {class: 'zero'}, '·')),
                row.left_out ? html('td', {}, `and ${row.left_out} more`) : []);
  };
  return html('div', {class: 'rows'},
              html('div', {class: 'scroll', tabindex: 0},
                   html('table', {class: 'grid'},
                        html('thead', {}, html('tr', {}, html('th', {scope: 'col'}, 'row from'),
                                               places.map((place) => html('th', {scope: 'col'}, String(place))))),
                        html('tbody', {}, rows.map(rowOf)))),
              html('p', {class: 'key'},
                   html('b', {class: 'missing'}, '○'), ' expected  ',
                   html('b', {class: 'wrong'}, '●'), ' not expected  ',
                   html('b', {}, '●'), ' both; below them x, the input'));
};
