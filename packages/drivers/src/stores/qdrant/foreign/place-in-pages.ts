import { setImmediate as nextTurn } from 'node:timers/promises';
import { SEPARATOR, type ForeignPlace } from './foreign-chunk.ts';
import type { ForeignPassage } from './foreign-passage.ts';

/** A passage as Qdrant and as we know it. */
export interface ListedPassage extends ForeignPlace {
  readonly point: string | number;
  /** Of its text. */
  readonly length: number;
}

export interface ReadPassage {
  readonly point: string | number;
  readonly passage: Omit<ForeignPassage, 'text'>;
  readonly length: number;
}

/** Passages after which others have their turn. */
const AT_ONCE = 10_000;

/**
 * By URL, in its order. Sections stand in the order in which they were met, which is as good as any: points do not say. Lets others have
 * their turn now and then.
 */
export async function placeInPages(
  read: Iterable<ReadPassage>,
): Promise<ReadonlyMap<string, readonly ListedPassage[]>> {
  const pages = new Map<string, Map<string, ReadPassage[]>>();
  let done = 0;
  for (const one of read) {
    const { url, heading } = one.passage;
    const sections = pages.get(url) ?? new Map<string, ReadPassage[]>();
    pages.set(url, sections);
    const section = sections.get(heading) ?? [];
    sections.set(heading, section);
    section.push(one);
    if (++done % AT_ONCE === 0) await nextTurn();
  }
  const placed = new Map<string, readonly ListedPassage[]>();
  let since = 0;
  for (const [url, sections] of [...pages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const page = placeInPage([...sections.values()]);
    placed.set(url, page);
    since += page.length;
    if (since < AT_ONCE) continue;
    since = 0;
    await nextTurn();
  }
  return placed;
}

function placeInPage(sections: readonly (readonly ReadPassage[])[]): readonly ListedPassage[] {
  const placed: ListedPassage[] = [];
  const chunksInPage = sections.reduce((sum, section) => sum + section.length, 0);
  let start = 0;
  for (const section of sections) {
    const inOrder = section.toSorted((a, b) => a.passage.indexInSection - b.passage.indexInSection);
    for (const [index, { point, passage, length }] of inOrder.entries()) {
      placed.push({ point, passage, length, index, indexInPage: placed.length, chunksInPage, start });
      start += length + SEPARATOR.length;
    }
  }
  return placed;
}
