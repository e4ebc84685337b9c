'use strict';
{
  const form = document.querySelector('.filter');
  const input = form.querySelector('input');
  const output = form.querySelector('output');
  const chosenCell = form.querySelector('.cell');
  const choices = [...form.querySelectorAll('.choices button')];
  const cells = [...document.querySelectorAll('.matrix button')];
  // What a reader sees of a test when it is closed is what is searched.
  const tests = [...document.querySelectorAll('.tests > li')].map((row) => ({
    row,
    text: [...row.querySelectorAll('.summary > span')].map((part) => part.textContent).join(' ').toLowerCase(),
  }));
  const has = (names, name) => (name === '' ? names === '' : names.split(' ').includes(name));
  let verdict = '';
  let cell = null;

  const press = (buttons, pressed) => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button === pressed));
  };

  const update = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const {row, text} of tests) {
      const matches = (verdict === '' || row.classList.contains(verdict)) &&
          words.every((word) => text.includes(word)) &&
          (!cell || has(row.dataset.ops, cell.dataset.op) && has(row.dataset.types, cell.dataset.type));
      row.hidden = !matches;
      if (matches) ++shown;
    }
    output.textContent = `${shown} of ${tests.length} tests`;
    chosenCell.hidden = !cell;
    if (cell) {
      const names = [cell.dataset.op || 'other operators', cell.dataset.type || 'unknown type'];
      chosenCell.textContent = `${names.join(', ')} ×`;
    }
  };

  const choose = (chosen) => {
    cell = chosen === cell ? null : chosen;
    press(cells, cell);
    update();
    if (cell) form.scrollIntoView();
  };

  input.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
  chosenCell.addEventListener('click', () => choose(null));
  for (const button of cells) button.addEventListener('click', () => choose(button));
  for (const button of choices) {
    button.addEventListener('click', () => {
      verdict = button.dataset.verdict;
      press(choices, button);
      update();
    });
  }
  form.hidden = false;
  update();
}
