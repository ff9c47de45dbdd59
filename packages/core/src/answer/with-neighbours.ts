import { digestChunkId } from '../chunk/digest-chunk-id.ts';
import type { Passage } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { StoreDriver } from '../types/store.ts';
import { mayHoldNotice } from '../excerpt/page-notice.ts';
import { goesOnBelow, isLeadIn } from '../excerpt/sections.ts';
import { pathKey } from '../url/path-key.ts';

/** Number of best passages, used for excerpts, that are completed with their neighbours. */
const COMPLETED = 4;
/** Passages from the start of a section among which the header row of a long table is looked for. */
const HEADER_WITHIN = 4;

/**
 * Appends the passages directly before and after the best ones in their sections, so that a section split into several passages is quoted
 * as a whole, and the passage with the header row of their tables. Adds nothing if another generation has been published since.
 */
export async function withNeighbours(
  store: Pick<StoreDriver, 'getChunks' | 'getPage' | 'info' | 'terms'>,
  passages: readonly Passage[],
  generation: number,
  call: CallOptions,
): Promise<readonly Passage[]> {
  const known = new Set(passages.map(({ chunk }) => chunk.id));
  const beside = passages.slice(0, COMPLETED).flatMap(({ chunk }) => {
    const headers = chunk.lead === '' ? 0 : Math.min(HEADER_WITHIN, chunk.indexInSection - 1);
    const steps = [-1, 1, ...Array.from({ length: headers }, (_, place) => place - chunk.indexInSection)];
    return steps.map(async (step) => {
      const id = await digestChunkId(chunk.url, chunk.heading, chunk.index + step);
      return { id, chunk, step };
    });
  });
  const beginnings = passages.slice(0, COMPLETED).map(async ({ chunk }) => {
    return { id: await digestChunkId(chunk.url, chunk.title, 0), chunk, step: -chunk.indexInPage };
  });
  const wanted = (await Promise.all([...beside, ...beginnings])).filter(({ id }) => !known.has(id));
  const below = await sectionsBelow(store, passages, call);
  if (wanted.length === 0 && below.length === 0) return passages;
  const chunks = await store.getChunks(
    wanted.map(({ id }) => id),
    call,
  );
  if (!(await isLive(store, generation, call))) return passages;
  const found = new Map<string, Chunk>();
  for (const [i, { id, chunk, step }] of wanted.entries()) {
    const other = chunks[i];
    if (other !== undefined && other.url === chunk.url && mayHoldNotice(other)) found.set(id, other);
    const isWanted = other !== undefined && isNext(chunk, other, step);
    if (isWanted && (Math.abs(step) === 1 || hasHeader(other, chunk.lead))) found.set(id, other);
  }
  for (const chunk of below) if (!known.has(chunk.id)) found.set(chunk.id, chunk);
  const added = [...found.values()].map((chunk, i) => {
    return { label: `p${passages.length + i + 1}`, chunk, score: 0, similarity: 0 };
  });
  return [...passages, ...added];
}

/** Asks for the terms, which an unchanged generation does not send again, while `info` contains the whole space. */
async function isLive(
  store: Pick<StoreDriver, 'info' | 'terms'>,
  generation: number,
  call: CallOptions,
): Promise<boolean> {
  if (store.terms !== undefined) return (await store.terms(generation, call)) === undefined;
  return (await store.info(call))?.generation === generation;
}

/** For each of the best passages that only leads in: the passages below that are shown with it, and the next one of the first section there. */
async function sectionsBelow(
  store: Pick<StoreDriver, 'getPage'>,
  passages: readonly Passage[],
  call: CallOptions,
): Promise<readonly Chunk[]> {
  const below: Chunk[] = [];
  for (const { chunk } of passages.slice(0, COMPLETED)) {
    if (!isLeadIn(chunk)) continue;
    const page = await store.getPage(pathKey(chunk.url), call);
    const shown: [Chunk, ...Chunk[]] = [chunk];
    for (const next of page?.content.slice(chunk.indexInPage + 1) ?? []) {
      const isSecond = shown.length === 2 && isNext(shown[1]!, next, 1);
      if (!isSecond && !goesOnBelow(shown, next)) break;
      shown.push(next);
    }
    below.push(...shown.slice(1));
  }
  return below;
}

function hasHeader({ spans, text }: Chunk, lead: string): boolean {
  return spans.some(({ kind, start, end }) => kind === 'header' && text.slice(start, end) === lead);
}

function isNext(chunk: Chunk, other: Chunk, step: number): boolean {
  return (
    other.url === chunk.url &&
    other.anchor === chunk.anchor &&
    other.indexInPage === chunk.indexInPage + step &&
    other.indexInSection === chunk.indexInSection + step
  );
}
