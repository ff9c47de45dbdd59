import { Fragment, memo, type NamedExoticComponent, type ReactNode } from 'react';
import { type MarkNode, type MarkedNode, type Placed, markTree, placeOfHref } from '../../exchange/answer-layout.ts';
import { Formula } from './formula.tsx';
import { PlaceLink } from './place-link.tsx';
import { sameValue } from './references.ts';

interface StatementTextProps {
  readonly statement: Placed;
  /** The part of its text to show. @default all of it */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Words of one statement with their marks, as the page shows them; what a model words otherwise has none. Links lead to pages of this site
 * alone, what else a mark wants is left out.
 */
export const StatementText: NamedExoticComponent<StatementTextProps> = memo(function StatementText({
  statement: { text, marks, lit, kind },
  from = 0,
  to = text.length,
}): ReactNode {
  const shown = shownNodes(markTree(text, marks, from, to));
  // Of a table the whole row is lit.
  return lit && kind !== 'row' ? <mark className="ibid-lit">{shown}</mark> : shown;
}, sameValue);

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's', sub: 'sub', sup: 'sup' } as const;

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
