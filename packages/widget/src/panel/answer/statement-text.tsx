import { Fragment, memo, useEffect, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { Mark } from '../../client/wire.ts';
import { type MarkNode, type MarkedNode, type Placed, markTree, placeOfHref } from '../../exchange/answer-layout.ts';
import { Formula } from './formula.tsx';
import { PlaceLink } from './place-link.tsx';
import type { readInline } from './read-inline.ts';
import { isVerbatim, sameValue } from './references.ts';

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

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's', sub: 'sub', sup: 'sup' } as const;

const OPTION = /(^|[\s([|'"=])(-{1,2}[\p{L}\p{N}][^\s]{0,22})(?=\s|$)/gu;

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

/** Text worded by a model, with its emphasis and code. */
function inlineMarkdown(nodes: readonly InlineNode[]): ReactNode {
  return nodes.map((node, at) => {
    if (typeof node === 'string') return <Fragment key={at}>{wholeOptions(node)}</Fragment>;
    if (node.type === 'break') return <br key={at} />;
    if (node.type === 'code') {
      return (
        <code key={at} dir="ltr">
          {wholeOptions(node.text)}
        </code>
      );
    }
    const Tag = node.type;
    return <Tag key={at}>{inlineMarkdown(node.children)}</Tag>;
  });
}

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly from: number;
  readonly to: number;
}

/** A page's words as the page shows them. Links lead to pages of this site alone, what else a mark wants is left out. */
function MarkedText({ text, marks, from, to }: MarkedTextProps): ReactNode {
  return shownNodes(markTree(text, marks, from, to));
}

function shownNodes(nodes: readonly MarkNode[]): ReactNode {
  return nodes.map((node, at) => (
    <Fragment key={at}>{typeof node === 'string' ? wholeOptions(node) : shownMark(node)}</Fragment>
  ));
}

function shownMark({ kind, text, href, children }: MarkedNode): ReactNode {
  if (kind === 'math') return <Formula tex={text} />;
  const inner = shownNodes(children);
  if (kind === 'code') return <code dir="ltr">{inner}</code>;
  if (kind === 'link') {
    const to = placeOfHref(href);
    return to === undefined ? (
      inner
    ) : (
      <PlaceLink to={to} isOwn className="ibid-inline-link">
        {inner}
      </PlaceLink>
    );
  }
  const Tag = TAGS[kind];
  return <Tag>{inner}</Tag>;
}

/** A piece of one line of text. There is none for addresses, pictures or markup. */
export type InlineNode =
  | string
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly InlineNode[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'break' };

/** The text, in which options of commands, such as `-t`, are not broken behind their hyphen. What is copied of it stays as it is. */
function wholeOptions(text: string): ReactNode {
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
