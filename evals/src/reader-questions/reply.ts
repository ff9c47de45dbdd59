import type { Answer, Chunk, ChunkStore } from '@ibid/core/types';
import type { Place } from './labels.ts';

/** A piece of the shown text, with the section it is attributed to. */
export interface Unit extends Partial<Place> {
  readonly text: string;
}

/** A run of units that a reader sees as one passage. */
export interface Excerpt {
  readonly place: Place | undefined;
  readonly units: readonly Unit[];
}

/** An answer in the form that is scored, independent of the engine's types. */
export interface Reply {
  readonly answered: boolean;
  /** Text shown as the answer, in order; empty if refused. */
  readonly excerpts: readonly Excerpt[];
  /** Text shown or linked instead of an answer. */
  readonly closest: readonly string[];
  readonly message: string;
}

/** Text of the first excerpt, of everything shown, and of everything the reader can reach from the answer. */
export function textsOf({ excerpts, closest }: Reply): { first: string; shown: string; reached: string } {
  const texts = excerpts.map(({ units }) => units.map(({ text }) => text).join('\n'));
  const shown = texts.join('\n');
  return { first: texts[0] ?? '', shown, reached: [shown, ...closest].join('\n') };
}

/** Converts an answer to what a reader sees. The closest passages are shown next to the answer or instead of it. */
export async function replyOf(
  answer: Answer,
  store: Pick<ChunkStore, 'getChunks'>,
  place: (chunk: Chunk) => Place,
): Promise<Reply> {
  const answered = answer.outcome === 'answered' && answer.statements.length > 0;
  const chunks = await store.getChunks(answer.citations.map(({ chunkId }) => chunkId));
  const chunkByNumber = new Map(answer.citations.map(({ index }, at) => [index, chunks[at]]));
  const excerpts: { place: Place | undefined; number: number | undefined; units: Unit[] }[] = [];
  for (const { text, excerpt, citations } of answered ? answer.statements : []) {
    const chunk = chunkByNumber.get(citations[0] ?? 0);
    const at = chunk === undefined ? undefined : place(chunk);
    if (excerpts.length === 0 || excerpts.at(-1)!.number !== excerpt) {
      excerpts.push({ place: at, number: excerpt, units: [] });
    }
    excerpts.at(-1)!.units.push({ text, ...at });
  }
  const closest = answer.closest.map(({ statements }) => statements.map(({ text }) => text).join('\n'));
  return { answered, excerpts, closest, message: answer.message };
}
