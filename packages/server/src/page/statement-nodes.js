import { element } from './dom.js';

const TAGS = { code: 'code', math: 'code', strong: 'strong', emphasis: 'em', strike: 's', sub: 'sub', sup: 'sup' };
const MAX_DEPTH = 8;

/** The part of a statement's text with its marks; whatever marks there are, the text is the same. `linkTo` gives `undefined` for what is no link. */
export function statementNodes({ text, marks = [] }, linkTo, from = 0, to = text.length) {
  const queue = marks
    .map((mark) => ({ ...mark, start: Math.max(from, mark.start), end: Math.min(to, mark.end) }))
    .filter(({ start, end }) => start < end)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let next = 0;

  function nodes(start, end, around) {
    const found = [];
    let at = start;
    while (next < queue.length && queue[next].start < end) {
      const mark = queue[next++];
      const begin = Math.max(at, mark.start);
      const stop = Math.min(end, mark.end);
      if (begin >= stop || around.length >= MAX_DEPTH || around.includes(mark.kind)) continue;
      const href = mark.kind === 'link' ? linkTo(mark.href) : undefined;
      const tag = mark.kind === 'link' && href !== undefined ? 'a' : TAGS[mark.kind];
      const inner = nodes(begin, stop, [...around, mark.kind]);
      found.push(text.slice(at, begin), ...(tag === undefined ? inner : [element(tag, { href }, ...inner)]));
      at = stop;
    }
    return [...found, text.slice(at, end)];
  }
  return nodes(from, to, []);
}
