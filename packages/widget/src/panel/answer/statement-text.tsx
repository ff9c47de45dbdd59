import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { inlineMarkdown } from './inline-markdown.tsx';
import { isVerbatim } from './is-verbatim.ts';
import { sameValue } from './same-value.ts';
import { wholeOptions } from './whole-options.tsx';

interface StatementTextProps {
  readonly text: string;
  /** Of its footnotes. */
  readonly quotes: readonly string[];
}

/** Characters up to which text is read as Markdown. No statement is so long; what is was not meant for people. */
const LONGEST = 20_000;

/** Words of one statement, or of one cell of it: as they are where they are the page's own, else as Markdown. Read once. */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  text,
  quotes,
}: StatementTextProps): ReactNode {
  return text.length > LONGEST || isVerbatim(text, quotes) ? wholeOptions(text) : inlineMarkdown(text);
}, sameValue);
