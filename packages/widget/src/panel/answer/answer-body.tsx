import { useMemo, type ReactNode } from 'react';
import type { Citation, Excerpt, Statement } from '../../client/wire.ts';
import { type AnswerGroup, answerGroups } from '../../exchange/answer-layout.ts';
import { usePanel } from '../state/panel-context.ts';
import { ExcerptPlace } from './place-link.tsx';
import { NodeView } from './node-view.tsx';
import { notesOf, sameSection, sourcesOf } from './references.ts';

interface AnswerBodyProps {
  readonly statements: readonly Statement[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
}

/** What has been proved, in the order it came. Excerpts stand under the name of their section, the sides of a contradiction apart. */
export function AnswerBody({ statements, excerpts, citations }: AnswerBodyProps): ReactNode {
  const { messages } = usePanel();
  const groups = useMemo(() => answerGroups(statements), [statements]);
  const sources = useMemo(() => sourcesOf(citations), [citations]);
  const bodies = groups.map((group) => {
    const notes = notesOf(group, sources);
    const views = group.nodes.map((node, at) => <NodeView key={at} node={node} notes={notes[at]!} />);
    if (group.excerpt === null) return views;
    const excerpt = excerpts[group.excerpt];
    const number = sources.find(
      ({ citations: [first] }) => excerpt !== undefined && sameSection(first, excerpt),
    )?.number;
    return [<ExcerptPlace key="place" excerpt={excerpt} number={number} />, ...views];
  });
  return groups.map((group, at) => {
    const className = group.excerpt === null ? undefined : 'ibid-excerpt';
    if (group.side === 0) {
      return (
        <div key={at} className={className}>
          {bodies[at]}
        </div>
      );
    }
    // What one side says is told of once, however many excerpts it has.
    const isNext = isSameSide(group, groups[at - 1]);
    return (
      <section key={at} className="ibid-side" data-side={group.side}>
        {!isNext && <p className="ibid-side-label">{group.side === 1 ? messages.oneSays : messages.otherSays}</p>}
        <div className={className ?? 'ibid-told'}>{bodies[at]}</div>
      </section>
    );
  });
}

function isSameSide(group: AnswerGroup, before: AnswerGroup | undefined): boolean {
  return before?.side === group.side;
}
