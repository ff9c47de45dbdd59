import type { Place } from './read-passage.ts';

/** A sentence with the passage it stands in. */
export interface LabelledPlace extends Place {
  readonly label: string;
  /** Text of the chunk. */
  readonly text: string;
}

/** A verbatim range of a chunk's text; UTF-16 units, end exclusive. */
export interface LabelledQuote {
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Quotes for the chosen sentences, in their order; sentences of prose that follow each other become one. */
export function joinPlaces(chosen: readonly LabelledPlace[]): LabelledQuote[] {
  let joined: LabelledPlace[] = [];
  for (const place of chosen) {
    const beside = joined.filter((other) => areNeighbours(place, other));
    const all = [place, ...beside];
    const whole = {
      ...place,
      start: Math.min(...all.map(({ start }) => start)),
      end: Math.max(...all.map(({ end }) => end)),
    };
    const [first] = beside;
    joined =
      first === undefined
        ? [...joined, whole]
        : joined.flatMap((other) => (other === first ? [whole] : beside.includes(other) ? [] : [other]));
  }
  return joined.map(({ label, start, end }) => ({ label, start, end }));
}

function areNeighbours(one: LabelledPlace, other: LabelledPlace): boolean {
  if (one.label !== other.label || one.kind !== 'paragraph' || other.kind !== 'paragraph') return false;
  const [first, last] = one.start < other.start ? [one, other] : [other, one];
  return /^[^\S\n]*\n?[^\S\n]*$/u.test(one.text.slice(first.end, last.start));
}
