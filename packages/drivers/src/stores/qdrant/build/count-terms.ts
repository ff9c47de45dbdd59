/**
 * In how many passages and pages each term stands, from one generation to the next: what the replaced pages held is taken away, what
 * the new ones hold is added. Starts from what was on show, so that it may be done again and again before the build is shown.
 */
import type { IndexedPage } from '@ibid/core';
import type { Filter } from '../client/qdrant-calls.ts';
import { readPage } from '../content/read-page.ts';
import { termPointId } from '../ids.ts';
import { keepingOf, type TermPayload } from '../layout.ts';
import { all, endedIn, kindIs, writtenIn } from './filters.ts';
import { termPoint } from './term-point.ts';
import { undoCounts } from './undo-counts.ts';
import type { Writing } from './write.ts';

type Change = [passages: number, pages: number];

const PAGES_AT_ONCE = 16;
const TERMS_AT_ONCE = 512;

/** Resolves with the lineage that the counts belong to. What the build replaces must be marked already. */
export async function countTerms({ calls, base, build, options }: Writing): Promise<number> {
  const { epoch, inherits } = build.record;
  const before = inherits ? build.shown : undefined;
  const lineage = before?.lineage ?? epoch;
  const changes = new Map<string, Change>();
  const add = async (filter: Filter, sign: 1 | -1): Promise<void> => {
    const query = { filter, payload: 'all', pageSize: PAGES_AT_ONCE } as const;
    for await (const points of calls.scroll(keepingOf(base), query, options)) {
      for (const point of points) {
        const page = await readPage(calls, base, point, options);
        if (page !== undefined) countPage(page, sign, changes);
      }
    }
  };
  if (before !== undefined) await add(all(kindIs('content'), endedIn(epoch)), -1);
  await add(all(kindIs('content'), writtenIn(epoch)), 1);

  await undoCounts(calls, base, build.shown, options);
  const changed = [...changes].filter(([, [passages, pages]]) => passages !== 0 || pages !== 0);
  for (let at = 0; at < changed.length; at += TERMS_AT_ONCE) {
    const batch = changed.slice(at, at + TERMS_AT_ONCE).map(([term, change]) => {
      return { id: termPointId(lineage, term), change };
    });
    const ids = batch.map(({ id }) => id);
    const known = new Map<string, TermPayload['counts']>();
    if (before !== undefined) {
      for (const { id, payload } of await calls.retrieve(keepingOf(base), ids, ['counts'], options)) {
        known.set(String(id), (payload as unknown as TermPayload).counts);
      }
    }
    const points = batch.map(({ id, change: [passages, pages] }) => {
      const last = known.get(id)?.at(-1);
      const now = [epoch, (last?.[1] ?? 0) + passages, (last?.[2] ?? 0) + pages] as const;
      return termPoint(id, lineage, last === undefined ? [now] : [last, now]);
    });
    await calls.upsert(keepingOf(base), points, options);
  }
  return lineage;
}

/** Adds the terms of a page, or takes them away. */
export function countPage(page: IndexedPage, sign: 1 | -1, changes: Map<string, Change>): void {
  const change = (term: string, at: 0 | 1): void => {
    const own = changes.get(term) ?? [0, 0];
    own[at] += sign;
    changes.set(term, own);
  };
  const inBodies = new Set<string>();
  for (const { terms } of page.chunks) {
    for (const term of terms.body.keys()) inBodies.add(term);
    for (const term of new Set([...terms.title.keys(), ...terms.headings.keys(), ...terms.body.keys()]))
      change(term, 0);
  }
  for (const term of inBodies) change(term, 1);
}
