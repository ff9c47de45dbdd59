import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { inlineMarkdown } from './inline-markdown.tsx';
import { isVerbatim } from './is-verbatim.ts';
import { sameValue } from './same-value.ts';

interface StatementTextProps {
  readonly text: string;
  /** Of its footnotes. */
  readonly quotes: readonly string[];
}

/** Words of one statement, or of one cell of it: as they are where they are the page's own, else as Markdown. Read once. */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  text,
  quotes,
}: StatementTextProps): ReactNode {
  return isVerbatim(text, quotes) ? text : inlineMarkdown(text);
}, sameValue);
