import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, Filter } from './engine/payload-filter.ts';
import type { JsonValue } from './engine/json-value.ts';
import { naivelyPasses } from './testing/naive-filter.ts';
import { uuid, withClient } from './testing/with-client.ts';

const place = withClient();

interface Sketch {
  readonly id: string | number;
  readonly payload: Readonly<Record<string, JsonValue>>;
  readonly dense: readonly number[] | undefined;
  readonly sparse: ReadonlyMap<number, number> | undefined;
}

const small = fc.integer({ min: -3, max: 3 });
const word = fc.constantFrom('a', 'b', 'ä', '', '𝒳');
const key = fc.constantFrom('from', 'until', 'url', 'tags', 'flag', 'nowhere');
const id = fc.integer({ min: 0, max: 12 }).map((number) => (number < 6 ? number : uuid(number)));

const payload = fc.record(
  {
    from: fc.integer({ min: 0, max: 4 }),
    until: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(null)),
    url: word,
    tags: fc.array(fc.oneof(word, small), { maxLength: 3 }),
    flag: fc.boolean(),
  },
  { requiredKeys: ['from'] },
);

const sparse = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 4 })), { selector: ([at]) => at })
  .map((pairs) => new Map(pairs));

const sketches = fc.uniqueArray(
  fc.record({
    id,
    payload,
    dense: fc.option(fc.tuple(small, small, small), { nil: undefined, freq: 5 }),
    sparse: fc.oneof({ weight: 5, arbitrary: sparse }, fc.constantFrom(undefined, new Map<number, number>())),
  }),
  { selector: (sketch) => sketch.id, maxLength: 13 },
);

const bound = fc.integer({ min: 0, max: 4 });
const { filter } = fc.letrec<{ readonly filter: Filter; readonly condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.record({ key, match: fc.record({ value: fc.oneof(word, small, fc.boolean()) }) }),
    fc.record({ key, match: fc.record({ any: fc.oneof(fc.array(word), fc.array(small)) }) }),
    fc.record({ key, match: fc.record({ except: fc.array(word, { minLength: 1 }) }) }),
    fc.record({
      key,
      range: fc.record({ lt: bound, lte: bound, gt: bound, gte: bound }, { requiredKeys: [] }),
    }),
    fc.record({ has_id: fc.array(id, { maxLength: 4 }) }),
    fc.record({ is_empty: fc.record({ key }) }),
    tie('filter'),
  ) as fc.Arbitrary<Condition>,
  filter: fc.record(
    {
      must: fc.oneof(fc.array(tie('condition'), { maxLength: 2 }), tie('condition')),
      must_not: fc.array(tie('condition'), { maxLength: 2 }),
      should: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }),
      min_should: fc.record({
        conditions: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
        min_count: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Filter>,
}));

/** The points, after others of the same ids and of ids that are deleted again: nothing of those may count. */
async function fill(points: readonly Sketch[]): Promise<void> {
  await place.client.deleteCollection('c');
  await place.client.createCollection('c', {
    vectors: { d: { size: 3, distance: 'Dot' } },
    sparse_vectors: { counted: { modifier: 'idf' }, plain: {} },
  });
  const gone = [100, 101];
  await place.client.batchUpdate('c', {
    wait: true,
    operations: [
      { upsert: { points: [...gone, ...points.map((point) => point.id)].map((old) => ({ id: old, vector: OLD })) } },
      { delete: { points: gone } },
    ],
  });
  await place.client.upsert('c', {
    wait: true,
    points: points.map((point) => ({ id: point.id, payload: point.payload, vector: vectorsOf(point) })),
  });
}

const OLD = { d: [1, 1, 1], counted: { indices: [0, 1, 9], values: [1, 1, 1] } };

interface GivenSparse {
  indices: number[];
  values: number[];
}

function vectorsOf({ dense, sparse: terms }: Sketch): Record<string, number[] | GivenSparse> {
  return {
    ...(dense === undefined ? {} : { d: [...dense] }),
    ...(terms === undefined ? {} : { counted: given(terms), plain: given(terms) }),
  };
}

function given(terms: ReadonlyMap<number, number>): GivenSparse {
  return { indices: [...terms.keys()], values: [...terms.values()] };
}

function orderOf(point: string | number): string {
  return typeof point === 'number' ? `0${String(point).padStart(9, '0')}` : `1${point}`;
}

function dot(query: ReadonlyMap<number, number>, terms: ReadonlyMap<number, number>): number | undefined {
  const shared = [...query].filter(([at]) => terms.has(at));
  return shared.length === 0 ? undefined : shared.reduce((sum, [at, value]) => sum + value * terms.get(at)!, 0);
}

interface Window {
  readonly limit: number;
  readonly offset?: number;
}

/** What is wrong with a ranking: scores, or better points left out. Which of equals come is open. */
function misrank(
  found: readonly { readonly id: string | number; readonly score: number }[],
  scores: ReadonlyMap<string | number, number>,
  { limit, offset = 0 }: Window,
): string | undefined {
  const best = [...scores.values()].sort((a, b) => b - a).slice(offset, offset + limit);
  if (found.length !== best.length) return `${found.length} found instead of ${best.length}`;
  if (new Set(found.map((point) => point.id)).size < found.length) return 'one is found twice';
  const wrong = found.find((point, at) => {
    const right = scores.get(point.id);
    return right === undefined || Math.abs(point.score - right) > 1e-4 || Math.abs(point.score - best[at]!) > 1e-4;
  });
  return wrong === undefined ? undefined : `${wrong.id} has no business with ${wrong.score} in this place`;
}

it('a wrong score, and a better point left out, are seen by the comparison', () => {
  const scores = new Map([
    [1, 3],
    [2, 1],
  ]);
  expect(misrank([{ id: 1, score: 3 }], scores, { limit: 1 })).toBeUndefined();
  expect(misrank([{ id: 1, score: 2 }], scores, { limit: 1 })).toBeDefined();
  expect(misrank([{ id: 2, score: 1 }], scores, { limit: 1 })).toBeDefined();
  expect(misrank([{ id: 3, score: 3 }], scores, { limit: 1 })).toBeDefined();
  expect(misrank([], scores, { limit: 1 })).toBeDefined();
});

describe('filters', () => {
  it('let the same points be counted, scrolled and found as a naive reading of them does', async () => {
    await fc.assert(
      fc.asyncProperty(sketches, filter, async (points, chosen) => {
        await fill(points);
        const passing = points.filter((point) => naivelyPasses(chosen, point)).map((point) => point.id);
        const sorted = passing.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
        const query = { filter: chosen as object };
        expect(await place.client.count('c', { ...query, exact: true })).toEqual({ count: sorted.length });
        const seen: (string | number)[] = [];
        let offset: string | number | undefined;
        do {
          const page = await place.client.scroll('c', {
            ...query,
            limit: 2,
            ...(offset === undefined ? {} : { offset }),
          });
          seen.push(...page.points.map((point) => point.id));
          offset = (page.next_page_offset as string | number | null) ?? undefined;
        } while (offset !== undefined);
        expect(seen).toEqual(sorted);
        await place.client.setPayload('c', { wait: true, payload: { marked: true }, ...query });
        const marked = await place.client.count('c', { filter: { must: [{ key: 'marked', match: { value: true } }] } });
        expect(marked.count).toBe(sorted.length);
        await place.client.delete('c', { wait: true, ...query });
        expect(await place.client.count('c')).toEqual({ count: points.length - sorted.length });
      }),
      { numRuns: 60 },
    );
  });
});

describe('queries', () => {
  it('by a dense vector find the best of all that pass, with their scores', async () => {
    await fc.assert(
      fc.asyncProperty(
        sketches,
        filter,
        fc.tuple(small, small, small),
        fc.record({ limit: fc.integer({ min: 1, max: 5 }), offset: fc.integer({ min: 0, max: 3 }) }),
        async (points, chosen, vector, window) => {
          await fill(points);
          const scores = new Map(
            points
              .filter((point) => point.dense !== undefined && naivelyPasses(chosen, point))
              .map((point) => [point.id, point.dense!.reduce((sum, value, at) => sum + value * vector[at]!, 0)]),
          );
          const { points: found } = await place.client.query('c', {
            query: [...vector],
            using: 'd',
            filter: chosen as object,
            ...window,
          });
          expect(misrank(found, scores, window)).toBeUndefined();
        },
      ),
      { numRuns: 50 },
    );
  });

  it('by a sparse vector find what shares an index, weighted by how rare that is among all points', async () => {
    await fc.assert(
      fc.asyncProperty(sketches, filter, sparse, async (points, chosen, query) => {
        await fill(points);
        const all = points.flatMap((point) =>
          point.sparse === undefined || point.sparse.size === 0 ? [] : [point.sparse],
        );
        const weighted = new Map(
          [...query].map(([at, value]) => {
            const having = all.filter((terms) => terms.has(at)).length;
            return [at, value * Math.log(1 + (all.length - having + 0.5) / (having + 0.5))];
          }),
        );
        const scored = (weights: ReadonlyMap<number, number>): Map<string | number, number> =>
          new Map(
            points.flatMap((point) => {
              const score = point.sparse === undefined ? undefined : dot(weights, point.sparse);
              return score === undefined || !naivelyPasses(chosen, point) ? [] : [[point.id, score] as const];
            }),
          );
        const search = { query: given(query), filter: chosen as object, limit: 4 };
        const [counted, plain] = await place.client.queryBatch('c', {
          searches: [
            { ...search, using: 'counted' },
            { ...search, using: 'plain' },
          ],
        });
        expect(misrank(counted!.points, scored(weighted), search)).toBeUndefined();
        expect(misrank(plain!.points, scored(query), search)).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('give equal scores in an order that changes from one time to the next, and again with the seed', async () => {
    await place.client.createCollection('ties', { vectors: { size: 1, distance: 'Dot' } });
    const ids = Array.from({ length: 20 }, (_, at) => at);
    await place.client.upsert('ties', { wait: true, points: ids.map((one) => ({ id: one, vector: [1] })) });
    const orders = await Promise.all(
      [1, 2, 3].map(async () =>
        (await place.client.query('ties', { query: [1], limit: 20 })).points.map((one) => one.id),
      ),
    );
    for (const order of orders) expect(order.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
    expect(new Set([ids, ...orders].map((order) => order.join())).size).toBe(4);
  });

  it('leave out what does not score above the threshold', async () => {
    await place.client.createCollection('c2', { vectors: { size: 1, distance: 'Dot' } });
    await place.client.upsert('c2', { wait: true, points: [1, 2, 3].map((one) => ({ id: one, vector: [one] })) });
    const { points } = await place.client.query('c2', { query: [1], score_threshold: 2 });
    expect(points.map((point) => point.id)).toEqual([3]);
  });
});
