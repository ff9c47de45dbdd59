import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import type { Closest, Shown } from '../../client/wire.ts';
import { answerGroups } from '../../exchange/answer-groups.ts';
import { ExcerptPlace } from './excerpt-place.tsx';
import { NodeView } from './node-view.tsx';

/** Passages that come close to a question. Nothing in them is cited. */
export const ClosestList: NamedExoticComponent<{ readonly closest: readonly Closest[] }> = memo(function ClosestList({
  closest,
}): ReactNode {
  return (
    <div className="ibid-statements ibid-closest">
      {closest.map((passage, at) => (
        <div key={at} className="ibid-excerpt">
          <ExcerptPlace excerpt={passage} />
          {answerGroups<Shown>(passage.statements).flatMap(({ nodes }) =>
            nodes.map((node, index) => <NodeView key={index} node={node} notes={[]} />),
          )}
        </div>
      ))}
    </div>
  );
});
