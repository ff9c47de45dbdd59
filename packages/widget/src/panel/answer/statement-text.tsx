import { Fragment, memo, type NamedExoticComponent, type ReactNode } from 'react';
import { type MarkedNode, type MarkNode, markTree } from '@ibid/client';
import { type Placed, placeOfHref } from '../../exchange/answer-layout.ts';
import { Formula } from './formula.tsx';
import { PlaceLink } from './place-link.tsx';
import { sameValue } from './references.ts';

interface StatementTextProps {
  readonly statement: Placed;
  /** Part of its text to show. @default all of it */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Text of one statement with its marks, as on the page; a model's text has none. Links lead only to pages of this site; links
 * elsewhere become plain text.
 */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  statement: { text, marks, lit, kind },
  from = 0,
  to = text.length,
}): ReactNode {
  const shown = shownNodes(markTree(text, marks, from, to));
  // In a table, the whole row is highlighted.
  return lit && kind !== 'row' ? <mark className="ibid-lit">{shown}</mark> : shown;
}, sameValue);

const TAGS = { strong: 'strong', emphasis: 'em', sub: 'sub', sup: 'sup' } as const;

const OPTION = /(^|[\s([|'"=])(-{1,2}[\p{L}\p{N}][^\s]{0,22})(?=\s|$)/gu;

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

/** Prevents line breaks after the hyphen of command options such as `-t`. The text stays unchanged when copied. */
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
