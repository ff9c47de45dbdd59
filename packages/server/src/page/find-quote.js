/**
 * Finds a verbatim quote in what a page shows. Compared is the text without white space; if that is not there, also without
 * list markers and cell borders, which stand in a quote but are drawn, not written, in the page.
 */
const SPACE = /[\s\u200B\u00AD]+/gu;
const DRAWN = /^[ \t]*(?:[-*•]|\d+[.)])[ \t]+| \| /gmu;

function place(text, quote, from) {
  for (const form of [quote, quote.replace(DRAWN, '')]) {
    const wanted = form.replace(SPACE, '');
    const start = wanted === '' ? -1 : text.indexOf(wanted, from);
    if (start >= 0) return { start, stop: start + wanted.length };
  }
  return undefined;
}

/** The page's text without white space, and where each of its characters stands. */
function flatten(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const places = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const character = node.data[offset];
      if (/[\s\u200B\u00AD]/u.test(character)) continue;
      text += character;
      places.push({ node, offset });
    }
  }
  return { text, places };
}

/** Ranges of the quote, one for each text node it touches; empty when it is not there. `end` names the end of a long quote. */
export function findQuote(root, quote, end = '') {
  const { text, places } = flatten(root);
  const first = place(text, quote, 0);
  if (first === undefined) return [];
  const { start } = first;
  const { stop } = place(text, end, first.stop) ?? first;
  const ranges = [];
  for (const { node, offset } of places.slice(start, stop)) {
    const open = ranges.at(-1);
    if (open?.startContainer === node) {
      open.setEnd(node, offset + 1);
    } else {
      const range = document.createRange();
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      ranges.push(range);
    }
  }
  return ranges;
}
