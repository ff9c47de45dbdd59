export type Style = (text: string) => string;

export interface StyledWord {
  /** Text without styling, used to measure the width. */
  readonly text: string;
  readonly styled: string;
}

/** The words of plain text. */
export function wordsOf(text: string, style: Style = (word) => word): readonly StyledWord[] {
  return Array.from(text.matchAll(/\S+/gu), ([word]) => ({ text: word, styled: style(word) }));
}

/** Returns a paragraph whose first line begins with `first` and whose others are indented as far. Words are not cut; further ones only add to the text. */
export function wrap(words: readonly StyledWord[], width: number, first = ''): string {
  const indent = displayWidth(first);
  let column = indent;
  let shown = first;
  for (const [at, { text, styled }] of words.entries()) {
    const size = displayWidth(text);
    const isNext = at > 0 && column + 1 + size > width;
    if (isNext) shown += `\n${' '.repeat(indent)}`;
    else if (at > 0) shown += ' ';
    shown += styled;
    column = (isNext ? indent : column + Math.min(at, 1)) + size;
  }
  return shown;
}

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** Number of terminal columns that `text` takes; East Asian characters and pictographs take two. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}|\p{Cf}/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
