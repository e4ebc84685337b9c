// One row for each test, and what it shows when it is opened.

const addressOf = (entries) => `#${new URLSearchParams(entries)}`;

const figure = (caption, drawing) => html('figure', {}, html('figcaption', {}, caption), drawing);

const figures = ({graph, mismatches = []}) => {
  const all = [];
  if (graph) {
    const count = graph.nodes.length;
    const cut = graph.left_out ? `, its last ${count} of ${count + graph.left_out} nodes` : '';
    const drawing = new Graph(graph, new Set(graph.mismatched)).drawn();
    all.push(figure(`Expanded graph${cut}`, html('div', {class: 'scroll'}, drawing)));
  }
  for (const mismatch of mismatches) {
    const drawing = mismatch.rows ? grid(mismatch.rows) : mismatch.sample?.length ? new Plot(mismatch).drawn() : null;
    if (!drawing) continue;
    const {output, data_set: dataSet, differing, count} = mismatch;
    const caption = `Output ${output}, ${dataSet}: ${differing} of ${count} differ`;
    all.push(figure(shorten(caption, 300), drawing));
  }
  return all;
};

// A paragraph for each line, which remembers how far it was indented.
const paragraphs = (text) => text.split('\n').filter(Boolean).map((line) => {
  const content = line.trimStart();
  return html('p', {style: `--indent:${line.length - content.length}`}, content);
});

// What a closed row says of a test, which is also what is searched.
const summaryOf = (test) => [
  ['verdict', `${SYMBOLS[test.verdict]} ${test.verdict}`],
  ['name', test.name],
  ['tags', [...test.ops, ...test.types].map((tag) => html('i', {}, tag))],
  ['time', duration(test.seconds)],
  ...(test.reason ? [['reason', test.reason]] : []),
];

const wordsOf = (test) => test.words ??=
    [test.verdict, test.name, ...test.ops, ...test.types, test.reason].join(' ').toLowerCase();

// Nothing is drawn before somebody looks.
const fillRow = (test) => {
  const details = rowOf(test).firstChild;
  if (details.childElementCount > 1) return;
  const drawings = figures(test);
  details.append(html('div', {class: 'text'}, paragraphs(test.text ?? '')),
                 ...(drawings.length ? [html('div', {class: 'drawings'}, drawings)] : []),
                 html('p', {class: 'repeat'}, html('code', {}, test.command), ' ',
                      html('a', {href: addressOf({test: test.name})}, 'address of this test')));
};

const rowOf = (test) => test.row ??= html(
    'li', {class: test.verdict},
    html('details', {toggle: () => fillRow(test)},
         html('summary', {class: 'summary'},
              summaryOf(test).map(([kind, content]) => html('span', {class: kind}, content)))));

const openRow = (test) => {
  fillRow(test);
  rowOf(test).firstChild.open = true;
};
