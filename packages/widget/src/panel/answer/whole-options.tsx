import type { ReactNode } from 'react';

const OPTION = /(^|[\s([|'"=])(-{1,2}[\p{L}\p{N}][^\s]{0,22})(?=\s|$)/gu;

/** The text, in which options of commands, such as `-t`, are not broken behind their hyphen. What is copied of it stays as it is. */
export function wholeOptions(text: string): ReactNode {
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const match of text.matchAll(OPTION)) {
    const [, before = '', option = ''] = match;
    const from = match.index + before.length;
    pieces.push(
      text.slice(done, from),
      <span key={from} className="ibid-option">
        {option}
      </span>,
    );
    done = from + option.length;
  }
  return done === 0 ? text : [...pieces, text.slice(done)];
}
