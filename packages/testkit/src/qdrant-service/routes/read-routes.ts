import type { CountBody, QueryBody, RetrieveBody, ScrollBody } from '../engine/bodies.ts';
import type { Collection } from '../engine/collection.ts';
import type { JsonObject } from '../engine/json-value.ts';
import { payloadFilter, type Filter } from '../engine/payload-filter.ts';
import { orderKeyOf, pointIdOf } from '../engine/point-id.ts';
import { pointReply, type ReplySelection } from '../engine/point-reply.ts';
import { queried } from '../engine/queried.ts';
import { refusal } from '../engine/refusal.ts';
import type { StoredPoint } from '../engine/stored-point.ts';
import { isStrict } from './is-strict.ts';
import type { Route } from './route.ts';
import type { ServedState } from './served-state.ts';

const POINTS = '/collections/{collection_name}/points';

/** Everything that reads points. */
export const READ_ROUTES: readonly Route[] = [
  {
    name: 'get_points',
    method: 'POST',
    path: POINTS,
    query: ['consistency', 'timeout'],
    body: 'PointRequest',
    result: 'Record[]',
    serve(state, { parameters: [name = ''], query, body }) {
      const { ids, ...selection } = body as RetrieveBody;
      const { points } = state.catalog.get(name);
      const keys = [...new Set(ids.map((id) => orderKeyOf(pointIdOf(id))))];
      return disordered(state, keys)
        .flatMap((key) => points.get(key) ?? [])
        .filter(agreed(state, query, selection))
        .map(pointReply(selection, true));
    },
  },
  {
    name: 'scroll_points',
    method: 'POST',
    path: `${POINTS}/scroll`,
    query: ['consistency', 'timeout'],
    body: 'ScrollRequest',
    result: 'ScrollResult',
    serve(state, { parameters: [name = ''], query, body }) {
      const { offset, limit, filter, order_by: order, ...selection } = body as ScrollBody;
      if (order !== undefined && order !== null) throw refusal(501, 'The stand-in does not serve order_by');
      const size = checkedLimit(limit ?? 10);
      const target = checked(state, name, filter);
      const points = target.ordered();
      const passes = payloadFilter(filter);
      const page: StoredPoint[] = [];
      let at = offset === undefined || offset === null ? 0 : firstFrom(points, orderKeyOf(pointIdOf(offset)));
      for (; at < points.length && page.length <= size; at++) if (passes(points[at]!)) page.push(points[at]!);
      // Each copy is asked for one point more than a page has, and by that one further pages are known.
      const shown = page.filter(agreed(state, query, selection));
      return {
        points: shown.slice(0, size).map(pointReply(selection, true)),
        next_page_offset: shown[size]?.id ?? null,
      };
    },
  },
  {
    name: 'count_points',
    method: 'POST',
    path: `${POINTS}/count`,
    query: ['consistency', 'timeout'],
    body: 'CountRequest',
    result: 'CountResult',
    serve(state, { parameters: [name = ''], body }) {
      const { filter } = body as CountBody;
      const { points } = checked(state, name, filter);
      const passes = payloadFilter(filter);
      let count = 0;
      for (const point of points.values()) if (passes(point)) count++;
      return { count };
    },
  },
  {
    name: 'query_points',
    method: 'POST',
    path: `${POINTS}/query`,
    query: ['consistency', 'timeout'],
    body: 'QueryRequest',
    result: 'QueryResponse',
    serve: (state, { parameters: [name = ''], body }) => answered(state, name, body as QueryBody),
  },
  {
    name: 'query_batch_points',
    method: 'POST',
    path: `${POINTS}/query/batch`,
    query: ['consistency', 'timeout'],
    body: 'QueryRequestBatch',
    result: 'QueryResponse[]',
    serve(state, { parameters: [name = ''], body }) {
      const { searches } = body as { readonly searches: readonly QueryBody[] };
      state.catalog.get(name);
      return searches.map((search) => answered(state, name, search));
    },
  },
];

function answered(state: ServedState, name: string, body: QueryBody): JsonObject {
  const target = checked(state, name, body.filter);
  checkedLimit(body.limit ?? 10);
  return { points: queried(target, body, state.newTies()) };
}

function checked(state: ServedState, name: string, filter: Filter | null | undefined): Collection {
  const target = state.catalog.get(name);
  if (isStrict(state, target, 'unindexed_filtering_retrieve')) target.indexes.check(filter);
  return target;
}

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1) return limit;
  throw refusal(422, `Validation error in JSON body: [limit: value ${limit} invalid, must be 1 or larger]`);
}

/** Copies are compared in what was asked for. */
function agreed(
  { differing }: ServedState,
  query: URLSearchParams,
  selection: ReplySelection,
): (point: StoredPoint) => boolean {
  const isOne = (query.get('consistency') ?? '1') === '1';
  const reply = pointReply(selection, true);
  return (point) => {
    if (isOne || !differing.has(point.orderKey)) return true;
    const fields = differing.get(point.orderKey);
    if (fields === undefined) return false;
    const others = Object.entries(point.payload).filter(([field]) => !fields.includes(field));
    const [having, lacking] = [fields.map((field) => [field, 1] as const), []].map((own) =>
      JSON.stringify(reply({ ...point, payload: Object.fromEntries([...others, ...own]) })),
    );
    return having === lacking;
  };
}

function disordered(state: ServedState, keys: readonly string[]): readonly string[] {
  const rank = state.newTies();
  return keys.toSorted((a, b) => rank(a) - rank(b));
}

function firstFrom(points: readonly StoredPoint[], orderKey: string): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (points[middle]!.orderKey < orderKey) low = middle + 1;
    else high = middle;
  }
  return low;
}
