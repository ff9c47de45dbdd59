import { useMemo, type ReactNode } from 'react';
import type { Citation, Statement } from '../../client/wire.ts';
import { answerParts, type AnswerPart } from '../../exchange/answer-parts.ts';
import { usePanel } from '../state/panel-context.ts';
import { AnswerPartView } from './answer-part-view.tsx';

interface AnswerBodyProps {
  readonly statements: readonly Statement[];
  readonly citations: readonly Citation[];
}

/** What has been proved, in the order it came. The sides of a contradiction stand apart. */
export function AnswerBody({ statements, citations }: AnswerBodyProps): ReactNode {
  const { messages } = usePanel();
  const groups = useMemo(() => bySide(answerParts(statements)), [statements]);
  return groups.map(({ side, parts }, at) => {
    const views = parts.map((part, index) => (
      <AnswerPartView key={index} part={part} citations={citedBy(part, citations)} />
    ));
    if (side === 0) return <div key={at}>{views}</div>;
    return (
      <section key={at} className="ibid-side" data-side={side}>
        <p className="ibid-side-label">{side === 1 ? messages.oneSays : messages.otherSays}</p>
        {views}
      </section>
    );
  });
}

function bySide(parts: readonly AnswerPart[]): readonly { side: number; parts: AnswerPart[] }[] {
  const groups: { side: number; parts: AnswerPart[] }[] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last?.side === part.side) last.parts.push(part);
    else groups.push({ side: part.side, parts: [part] });
  }
  return groups;
}

function citedBy(part: AnswerPart, citations: readonly Citation[]): readonly Citation[] {
  const numbers = new Set(part.statements.flatMap((statement) => statement.citations));
  return citations.filter(({ index }) => numbers.has(index));
}
