/**
 * Finds a verbatim quote in what a page shows. Compared is the text without white space and without list markers, which
 * stand in a quote but are drawn, not written, in the page.
 */
function comparable(text) {
  return text.replace(/^[ \t]*(?:[-*•]|\d+[.)])[ \t]+/gmu, '').replace(/[\s\u200B\u00AD]+/gu, '');
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
  const first = comparable(quote);
  if (first === '') return [];
  const start = text.indexOf(first);
  if (start < 0) return [];
  const last = comparable(end);
  const tail = last === '' ? start : text.indexOf(last, start + first.length);
  const stop = tail < 0 || last === '' ? start + first.length : tail + last.length;
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
