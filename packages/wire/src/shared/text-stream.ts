import type { Citation, Statement } from '@ibid/core';
import { answerLayout } from './answer-layout.ts';
import { answerText } from './answer-text.ts';
import { footnoteNumbers } from './footnote-numbers.ts';

export interface TextStream {
  cite(citation: Citation): void;
  /** Text that the statement adds; may be `''` while it is not yet certain how it will be shown. */
  state(statement: Statement): string;
  /** What is still to come for the whole text. */
  rest(whole: string): string;
}

/** An answer's text piece by piece: the pieces joined are `shownText` of the finished answer, byte for byte. */
export function createTextStream(footnotesBy: 'quote' | 'chunk'): TextStream {
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  let sent = '';
  return {
    cite: (citation) => void citations.push(citation),
    state(statement) {
      statements.push(statement);
      // A lone row is a line, two rows are a table: rows wait for what follows them.
      const parts = answerLayout(statements);
      const certain = parts.at(-1)?.type === 'rows' ? parts.slice(0, -1) : parts;
      const text = answerText(
        certain.flatMap((part) => [...part.statements]),
        footnoteNumbers(citations, footnotesBy),
      );
      const added = text.slice(sent.length);
      sent = text;
      return added;
    },
    rest: (whole) => whole.slice(sent.length),
  };
}
