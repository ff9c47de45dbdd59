import { Fragment, type ReactNode } from 'react';
import type { Mark } from '../../client/wire.ts';
import { type MarkedNode, type MarkNode, markTree } from '../../exchange/mark-tree.ts';
import { placeOfHref } from '../../exchange/place-of-href.ts';
import { Formula } from './formula.tsx';
import { PlaceLink } from './place-link.tsx';
import { wholeOptions } from './whole-options.tsx';

interface MarkedTextProps {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly from: number;
  readonly to: number;
}

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's', sub: 'sub', sup: 'sup' } as const;

/** A page's words as the page shows them. Links lead to pages of this site alone, what else a mark wants is left out. */
export function MarkedText({ text, marks, from, to }: MarkedTextProps): ReactNode {
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
