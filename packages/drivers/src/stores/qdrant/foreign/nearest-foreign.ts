import type { CallOptions } from '@ibid/core/types';
import type { Filter, QdrantCalls, ScoredPoint } from '../client/qdrant-calls.ts';
import { propose } from '../search/propose.ts';
import type { ForeignListing } from './foreign-listing.ts';
import { FOREIGN_FIELDS } from './foreign-passage.ts';
import type { ListedPassage } from './place-in-pages.ts';

export interface NearestQuery {
  readonly listing: ForeignListing;
  /** All of them unless given. */
  readonly passing: readonly ListedPassage[] | undefined;
  readonly vector: Float32Array;
  readonly limit: number;
}

export interface NearPassage {
  readonly listed: ListedPassage;
  readonly score: number;
  /** `undefined` when it was not brought along. */
  readonly payload: ScoredPoint['payload'] | undefined;
}

const SPARE = 16;
const GROWTH = 4;
/** Ids that are sent with one request. */
const MOST_IDS = 5_000;
/** Points that are asked for in vain; replies hold ids and scores alone, except the first ones. */
const MOST_ASKED = 20_000;
const MOST_WITH_PAYLOAD = 256;

/**
 * At least the nearest `limit` of those that pass, best first. A few that pass are named to Qdrant; of many, all are asked for and what does
 * not pass is dropped, so that neither requests nor replies grow with the collection. `undefined` when Qdrant found a point that the listing
 * does not know.
 */
export async function nearestForeign(
  calls: QdrantCalls,
  base: string,
  query: NearestQuery,
  call: CallOptions | undefined,
): Promise<readonly NearPassage[] | undefined> {
  const { listing, passing, limit } = query;
  if ((passing?.length ?? listing.passages) === 0) return [];
  if (passing !== undefined && passing.length <= MOST_IDS) return amongNamed(calls, base, query, passing, call);
  const found = await amongAll(calls, base, query, call);
  if (found === undefined || found.isSettled || found.near.length >= limit) return found?.near;
  return amongNamed(calls, base, query, passing ?? [...listing.byId.values()], call);
}

async function amongAll(
  calls: QdrantCalls,
  base: string,
  { listing, passing, vector, limit }: NearestQuery,
  call: CallOptions | undefined,
): Promise<{ readonly near: readonly NearPassage[]; readonly isSettled: boolean } | undefined> {
  const passes = passing && new Set(passing);
  const points = listing.passages + listing.unusable.size;
  const share = (passing?.length ?? listing.passages) / points;
  let asked = Math.min(MOST_ASKED, Math.ceil((limit + SPARE) / share));
  for (;;) {
    const payload = asked <= MOST_WITH_PAYLOAD ? FOREIGN_FIELDS : [];
    const [found = []] = await calls.query(base, [{ vector, using: '', filter: {}, limit: asked, payload }], call);
    const known = found.filter(({ id }) => !listing.unusable.has(String(id)));
    const near = nearPassages(listing, known, payload.length > 0);
    if (near === undefined) return undefined;
    const kept = passes === undefined ? near : near.filter(({ listed }) => passes.has(listed));
    const isSettled = found.length < asked || (kept[limit - 1]?.score ?? -Infinity) > found.at(-1)!.score;
    if (isSettled || asked === MOST_ASKED) return { near: kept, isSettled };
    asked = Math.min(MOST_ASKED, asked * GROWTH);
  }
}

async function amongNamed(
  calls: QdrantCalls,
  base: string,
  { listing, vector, limit }: NearestQuery,
  passing: readonly ListedPassage[],
  call: CallOptions | undefined,
): Promise<readonly NearPassage[] | undefined> {
  const near: NearPassage[] = [];
  const payload = limit + SPARE <= MOST_WITH_PAYLOAD ? FOREIGN_FIELDS : [];
  for (let at = 0; at < passing.length; at += MOST_IDS) {
    const filter: Filter = { must: [{ has_id: passing.slice(at, at + MOST_IDS).map(({ point }) => point) }] };
    const [proposed] = await propose(
      calls,
      base,
      [
        {
          query: { vector, using: '', filter, payload },
          first: limit + SPARE,
          isSettled: (points, asked) => points.length < asked || points.at(-1)!.score < points[limit - 1]!.score,
        },
      ],
      call,
    );
    const found = nearPassages(listing, proposed?.found ?? [], payload.length > 0);
    if (found === undefined) return undefined;
    near.push(...found);
  }
  return near.sort((a, b) => b.score - a.score);
}

function nearPassages(
  { byPoint }: ForeignListing,
  found: readonly ScoredPoint[],
  hasPayload: boolean,
): readonly NearPassage[] | undefined {
  const near: NearPassage[] = [];
  for (const { id, score, payload } of found) {
    const listed = byPoint.get(String(id));
    if (listed === undefined) return undefined;
    near.push({ listed, score, payload: hasPayload ? payload : undefined });
  }
  return near;
}
