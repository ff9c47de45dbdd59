/** Wraps text word by word as it arrives, so that an answer can be printed while it is being made. */
export interface TextFlow {
  /** Adds words to the paragraph. `style` colours them and is not counted in the width. */
  words(text: string, style?: (text: string) => string): void;
  /** Adds text that must stay on the line of the previous word. */
  attach(text: string, style?: (text: string) => string): void;
  /** Ends the paragraph. The next one is indented by `first` on its first line and by `rest` on the others. */
  paragraph(first?: string, rest?: string): void;
  /** Writes lines unchanged. */
  lines(text: string): void;
}

export function textFlow(write: (text: string) => void, width: number): TextFlow {
  let column = 0;
  let indent = '';
  let empty = true;

  const put = (text: string, style: (text: string) => string): void => {
    write(style(text));
    column += displayWidth(text);
    empty = false;
  };
  return {
    words(text, style = (plain) => plain) {
      for (const word of text.split(/\s+/u).filter((part) => part !== '')) {
        if (!empty && column + 1 + displayWidth(word) > width) {
          write(`\n${indent}`);
          column = displayWidth(indent);
        } else if (!empty) {
          write(' ');
          column += 1;
        }
        put(word, style);
      }
    },
    attach(text, style = (plain) => plain) {
      put(text, style);
    },
    paragraph(first = '', rest = ' '.repeat(displayWidth(first))) {
      if (column > 0) write('\n');
      write(first);
      indent = rest;
      column = displayWidth(first);
      empty = true;
    },
    lines(text) {
      if (column > 0) write('\n');
      write(`${text}\n`);
      column = 0;
      empty = true;
    },
  };
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
