import type { Answer, Chunk, ChunkStore, SectionLink, Statement } from '@ibid/core';
import type { Place } from './labels.ts';

/** A piece of what is shown, and where it is said to stand. */
export interface Unit extends Partial<Place> {
  readonly text: string;
}

/** A run of units that a reader sees as one passage. */
export interface Excerpt {
  readonly place: Place | undefined;
  readonly units: readonly Unit[];
}

/** An answer as it is scored, whatever the shape in which the engine gives it. */
export interface Reply {
  readonly answered: boolean;
  /** What is shown as the answer, in order; empty when refused. */
  readonly excerpts: readonly Excerpt[];
  /** What is shown or pointed to instead of an answer. */
  readonly closest: readonly string[];
  readonly message: string;
}

/** Text of the first excerpt, of all that is shown, and of all that the reader reaches from the answer. */
export function textsOf({ excerpts, closest }: Reply): { first: string; shown: string; reached: string } {
  const texts = excerpts.map(({ units }) => units.map(({ text }) => text).join('\n'));
  const shown = texts.join('\n');
  return { first: texts[0] ?? '', shown, reached: [shown, ...closest].join('\n') };
}

/**
 * Statements that follow each other and cite the same section first are one excerpt. A refusal names its nearest sections without their
 * words, so what a reader reaches are the passages of these sections in the index.
 */
export async function replyOf(
  answer: Answer,
  store: Pick<ChunkStore, 'getChunks' | 'getPage'>,
  place: (chunk: Chunk) => Place,
): Promise<Reply> {
  const answered = answer.outcome === 'answered' && answer.statements.length > 0;
  const chunks = await store.getChunks(answer.citations.map(({ chunkId }) => chunkId));
  const chunkByNumber = new Map(answer.citations.map(({ index }, at) => [index, chunks[at]]));
  const placed = (answered ? answer.statements : []).map((statement: Statement) => {
    const chunk = chunkByNumber.get(statement.citations[0] ?? 0);
    return { text: statement.text, chunk, place: chunk === undefined ? undefined : place(chunk) };
  });
  const excerpts: { place: Place | undefined; section: string; units: Unit[] }[] = [];
  for (const { text, chunk, place: at } of placed) {
    const section = chunk === undefined ? '' : JSON.stringify([chunk.url, chunk.anchor, chunk.heading]);
    if (excerpts.at(-1)?.section !== section) excerpts.push({ place: at, section, units: [] });
    excerpts.at(-1)!.units.push({ text, ...at });
  }
  const closest = answered ? [] : await Promise.all(answer.nearest.map((link) => sectionText(store, link)));
  return { answered, excerpts, closest, message: answer.message };
}

async function sectionText(store: Pick<ChunkStore, 'getPage'>, link: SectionLink): Promise<string> {
  const page = await store.getPage(link.url);
  const chunks = page?.content.filter(({ anchor, heading }) => anchor === link.anchor && heading === link.heading);
  return (chunks ?? []).map(({ text }) => text).join('\n');
}
