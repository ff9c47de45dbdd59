import type { Citation, Statement } from '@ibid/core';
import { answerText, certainStatements } from './answer-text.ts';
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
      const text = answerText(certainStatements(statements), footnoteNumbers(citations, footnotesBy));
      const added = text.slice(sent.length);
      sent = text;
      return added;
    },
    rest: (whole) => whole.slice(sent.length),
  };
}
