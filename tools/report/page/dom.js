'use strict';
// Elements, and the words and numbers in them. Text is never read as markup.

// Colour is never the only sign.
const SYMBOLS = {failed: '✗', passed: '✓', skipped: '–', known: '≈', unsupported: '∅'};
// Those that a report shows: the last two only where there are any.
const verdictsOf = (report) => Object.keys(SYMBOLS).filter(
    (verdict) => report[verdict] || !['known', 'unsupported'].includes(verdict));

const filled = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value !== false) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat());
  return element;
};
const html = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
const svg = (tag, attributes = {}, ...children) =>
    filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const shorten = (text, most) => {
  const characters = [...text];
  return characters.length > most ? characters.slice(0, most - 1).join('') + '…' : text;
};

// Numbers that JSON lacks are words in it.
const numberOf = (value) => ({nan: NaN, inf: Infinity, '-inf': -Infinity})[value] ?? value;

// Three digits: "1.23", "-1.8e308", "1e-5".
const short = (value) => {
  const text = value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential(2) : value.toPrecision(3);
  const [digits, exponent] = text.split('e');
  const plain = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return exponent ? `${plain}e${exponent.replace('+', '')}` : plain;
};

const duration = (seconds) => seconds >= 1 ? `${seconds.toFixed(1)} s`
                                           : `${(seconds * 1e3).toFixed(seconds >= 0.01 ? 0 : 1)} ms`;
