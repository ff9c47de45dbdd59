import { Fragment, type ReactNode } from 'react';
import type { InlineNode } from './inline-node.ts';
import { wholeOptions } from './whole-options.tsx';

/** Text worded by a model, with its emphasis and code. */
export function inlineMarkdown(nodes: readonly InlineNode[]): ReactNode {
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
