import type { ReactNode } from 'react';
import type { Citation } from '../../client/wire.ts';
import { ReferenceMark } from './reference-mark.tsx';

/** A mark does not begin a line alone. */
const WITHOUT_BREAK = '\u2060';

/** The footnotes of one statement, kept together. */
export function ReferenceMarks({ citations }: { readonly citations: readonly Citation[] }): ReactNode {
  if (citations.length === 0) return null;
  return (
    <span className="ibid-refs">
      {WITHOUT_BREAK}
      {citations.map((citation) => (
        <ReferenceMark key={citation.index} citation={citation} />
      ))}
    </span>
  );
}
