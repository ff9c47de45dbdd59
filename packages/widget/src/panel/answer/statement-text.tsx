import { memo, useEffect, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { Placed } from '../../exchange/answer-blocks.ts';
import { inlineMarkdown } from './inline-markdown.tsx';
import type { readInline } from './read-inline.ts';
import { isVerbatim } from './is-verbatim.ts';
import { MarkedText } from './marked-text.tsx';
import { sameValue } from './same-value.ts';
import { wholeOptions } from './whole-options.tsx';

interface StatementTextProps {
  readonly statement: Placed;
  /** The part of its text to show. @default all of it */
  readonly from?: number;
  readonly to?: number;
  /** Of its footnotes. */
  readonly quotes: readonly string[];
}

/** Characters up to which text is read as Markdown. No statement is so long; what is was not meant for people. */
const LONGEST = 20_000;

/** Words of one statement: the page's own with their marks, a model's as Markdown. Read once. */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  statement,
  from = 0,
  to = statement.text.length,
  quotes,
}): ReactNode {
  const { text, marks, lit, excerpt, kind } = statement;
  if (excerpt === null) {
    const part = text.slice(from, to);
    return part.length > LONGEST || isVerbatim(part, quotes) ? wholeOptions(part) : <WordedText text={part} />;
  }
  const shown = <MarkedText text={text} marks={marks} from={from} to={to} />;
  // Of a table the whole row is lit.
  return lit && kind !== 'row' ? <mark className="ibid-lit">{shown}</mark> : shown;
}, sameValue);

/** What reads Markdown, once it is loaded: most answers are the pages' own words, and need none. */
let inline: { readonly readInline: typeof readInline } | undefined;

/** Plain until it can be read. */
function WordedText({ text }: { readonly text: string }): ReactNode {
  const [reader, setReader] = useState(inline);
  useEffect(() => {
    if (reader !== undefined) return undefined;
    let isShown = true;
    const load = async (): Promise<void> => {
      inline = await import('./read-inline.ts');
      if (isShown) setReader(inline);
    };
    load().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [reader]);
  return reader === undefined ? wholeOptions(text) : inlineMarkdown(reader.readInline(text));
}
