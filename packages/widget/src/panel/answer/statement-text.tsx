import type { ReactNode } from 'react';
import { inlineMarkdown } from './inline-markdown.tsx';
import { isVerbatim } from './is-verbatim.ts';

/** Words of one statement, or of one cell of it. `quotes` are those of its footnotes. */
export function statementText(text: string, quotes: readonly string[]): ReactNode {
  return isVerbatim(text, quotes) ? text : inlineMarkdown(text);
}
