// Which tests are shown. The page's address says it, so that it can be sent to somebody, and gone back to.

const NO_FILTER = {words: '', verdict: '', cause: '', cell: null};

// "#q=nan&verdict=failed&cause=...&op=Hardmax-13&type=float", or "#test=NAME" for a single test.
const readAddress = (hash) => {
  const entries = new URLSearchParams(hash.slice(1));
  const text = (name) => entries.get(name) ?? '';
  return {
    test: entries.get('test'),
    filter: {
      words: text('q'),
      verdict: Object.hasOwn(SYMBOLS, text('verdict')) ? text('verdict') : '',
      cause: text('cause'),
      cell: entries.has('op') && entries.has('type') ? {op: text('op'), type: text('type')} : null,
    },
  };
};

const filterAddress = ({words, verdict, cause, cell}) => addressOf({
  ...(words ? {q: words} : {}),
  ...(verdict ? {verdict} : {}),
  ...(cause ? {cause} : {}),
  ...(cell ?? {}),
});

const isFiltering = ({words, verdict, cause, cell}) => Boolean(words.trim() || verdict || cause || cell);

const matcher = ({words, verdict, cause, cell}) => {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (names, name) => name === '' ? names.length === 0 : names.includes(name);
  return (test) => (verdict === '' || test.verdict === verdict) && (cause === '' || test.cause === cause) &&
      (!cell || has(test.ops, cell.op) && has(test.types, cell.type)) &&
      wanted.every((word) => wordsOf(test).includes(word));
};

// The form; `change` is told what somebody chose, and whether it was a click.
class FilterForm {
  constructor(report, change) {
    const choice = (verdict, count) => html(
        'button', {type: 'button', 'data-verdict': verdict, click: () => change({verdict}, true)},
        verdict ? `${SYMBOLS[verdict]} ${verdict} ` : 'all ', html('b', {}, String(count)));
    const verdicts = verdictsOf(report);
    this.choices = [choice('', verdicts.reduce((sum, verdict) => sum + report[verdict], 0)),
                    ...verdicts.map((verdict) => choice(verdict, report[verdict]))];
    this.input = html('input', {type: 'search', 'aria-label': 'Filter tests', autocomplete: 'off', spellcheck: 'false',
                                placeholder: 'Name, operator, type or reason',
                                input: () => change({words: this.input.value}, false)});
    this.output = html('output');
    this.cell = html('button', {type: 'button', class: 'cell', click: () => change({cell: null}, true)});
    this.cause = html('button', {type: 'button', class: 'cause', click: () => change({cause: ''}, true)});
    this.form = html('form', {class: 'filter', submit: (event) => event.preventDefault()}, this.input,
                     html('div', {class: 'choices'}, this.choices),
                     html('p', {}, this.output, ' ', this.cause, ' ', this.cell));
  }

  show({words, verdict, cause, cell}, text) {
    if (this.input.value !== words) this.input.value = words;
    for (const button of this.choices) button.setAttribute('aria-pressed', String(button.dataset.verdict === verdict));
    this.output.textContent = text;
    this.cause.hidden = !cause;
    this.cause.textContent = `${cause} ×`;
    this.cell.hidden = !cell;
    if (cell) this.cell.textContent = `${cell.op || 'other operators'}, ${cell.type || 'unknown type'} ×`;
  }
}
