/**
 * In how many passages and pages each term stands, from one generation to the next: what the replaced pages held is taken away, what
 * the new ones hold is added. Where somebody may have counted for a generation that never came on show, in this build or in one that was
 * given up, all is counted from nothing in a lineage of its own: a late write of those counts lies in another.
 */
import type { IndexedPage } from '@ibid/core/types';
import type { Filter } from '../client/qdrant-calls.ts';
import { AS_WRITTEN } from '../content/as-written.ts';
import { readPage } from '../content/read-page.ts';
import { termPointId } from '../ids.ts';
import { keepingOf, shownAt, type ShownState, type TermPayload } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import { all, endedIn, kindIs, oneOf, writtenIn } from './filters.ts';
import { termPoint } from './term-point.ts';
import type { Writing } from './write.ts';

type Change = [passages: number, pages: number];

const PAGES_AT_ONCE = 16;
const TERMS_AT_ONCE = 512;

/** Resolves with the lineage that the counts belong to. What the build replaces must be marked already. */
export async function countTerms(writing: Writing): Promise<number> {
  const { calls, base, build, state, options } = writing;
  const before = await goesOnFrom(writing);
  const lineage = await takeLineage(writing, before);
  const { epoch, inherits } = build.record;
  const changes = new Map<string, Change>();
  const add = async (filter: Filter, sign: 1 | -1): Promise<void> => {
    const query = { filter, payload: AS_WRITTEN, pageSize: PAGES_AT_ONCE };
    for await (const points of calls.scroll(keepingOf(base), query, options)) {
      for (const point of points) {
        const page = await readPage(calls, base, point, options);
        if (page !== undefined) countPage(page, sign, changes);
      }
    }
  };
  const contents = kindIs('content');
  if (before !== undefined) {
    await add({ ...all(contents, endedIn(epoch)), must_not: oneOf('from', state.dropped) }, -1);
  }
  const { must, must_not } = shownAt({ epoch, givenUp: state.dropped });
  const isFromNothing = before === undefined && inherits;
  await add(isFromNothing ? { must: [contents, ...must], must_not } : all(contents, writtenIn(epoch)), 1);

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

/** The generation from whose counts those of the build follow; `undefined` where it must count from nothing. */
async function goesOnFrom(writing: Writing): Promise<ShownState | undefined> {
  const { calls, base, build, state, options } = writing;
  const { record, shown } = build;
  if (!record.inherits || shown === undefined || record.counted !== false) return undefined;
  const recount = state.recount ?? state.dropped.some((epoch) => epoch > shown.epoch);
  if (recount) return undefined;
  // Earlier versions of Ibid count without noting it, in builds that this one has begun too.
  const { epoch, lineage } = shown;
  const others = [
    { key: 'lineage', match: { value: lineage } },
    { key: 'newest', range: { gt: Math.max(epoch, lineage) } },
  ];
  return (await calls.count(keepingOf(base), all(kindIs('term'), ...others), options)) > 0 ? undefined : shown;
}

/** Notes that the build counts before it does. */
async function takeLineage(writing: Writing, before: ShownState | undefined): Promise<number> {
  const { calls, base, build, token, options } = writing;
  const isFirst = build.record.counted === false;
  const record = { ...build.record, counted: true };
  const { epochs } = await changeState(
    calls,
    base,
    token,
    (state) => ({ build: record, ...(isFirst ? {} : { epochs: state.epochs + 1 }) }),
    options,
  );
  build.record = record;
  return isFirst ? (before?.lineage ?? record.epoch) : epochs;
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
