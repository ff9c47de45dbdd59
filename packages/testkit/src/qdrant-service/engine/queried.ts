import type { GivenVector, QueryBody } from './bodies.ts';
import type { Collection } from './collection.ts';
import { shortFloat } from './float-text.ts';
import type { JsonObject } from './json-value.ts';
import { nearest, type Scored } from './nearest.ts';
import { payloadFilter } from './payload-filter.ts';
import { orderKeyOf, pointIdOf } from './point-id.ts';
import { pointReply } from './point-reply.ts';
import { refusal } from './refusal.ts';
import type { StoredPoint, StoredSparse, StoredVector } from './stored-point.ts';
import { storedVector } from './vector-space.ts';

/** The points that a query finds, best first; every point that passes the filter is compared, whatever `params.exact` says. */
export function queried(target: Collection, body: QueryBody, tie: (key: string) => number): JsonObject[] {
  for (const part of ['prefetch', 'lookup_from'] as const) {
    if (body[part] !== undefined && body[part] !== null) throw refusal(501, `The stand-in does not serve ${part}`);
  }
  if (body.params?.idf !== undefined && body.params.idf !== null) {
    throw refusal(501, 'The stand-in does not serve params.idf');
  }
  const offset = body.offset ?? 0;
  const found = search(target, body, { count: offset + (body.limit ?? 10), tie });
  const reply = pointReply(body, false);
  return found.slice(offset).map(({ point, score }) => {
    const { id, ...rest } = reply(point);
    return { id: id!, version: point.version, score: shortFloat(score), ...rest };
  });
}

function search(
  target: Collection,
  body: QueryBody,
  { count, tie }: { readonly count: number; readonly tie: (key: string) => number },
): readonly Scored[] {
  const passes = payloadFilter(body.filter);
  if (body.query === undefined || body.query === null) {
    return target
      .ordered()
      .filter(passes)
      .slice(0, count)
      .map((point) => ({ point, score: 0 }));
  }
  const using = body.using ?? '';
  const { vector, except } = queryVector(target, body.query, using);
  return nearest(target.points.values(), {
    using,
    vector: weighted(target, using, vector),
    passes: except === undefined ? passes : (point: StoredPoint) => point !== except && passes(point),
    count,
    threshold: body.score_threshold ?? undefined,
    tie: ({ orderKey }) => tie(orderKey),
  });
}

interface QueryVector {
  readonly vector: StoredVector;
  /** The point whose vector it is, which is not found by itself. */
  readonly except?: StoredPoint;
}

function queryVector(
  { space, points }: Collection,
  query: NonNullable<QueryBody['query']>,
  using: string,
): QueryVector {
  const given = typeof query === 'object' && 'nearest' in query ? query.nearest : query;
  if (typeof given === 'number' || typeof given === 'string') {
    const except = points.get(orderKeyOf(pointIdOf(given)));
    if (except === undefined) throw refusal(404, `No point with id ${given} found`);
    const vector = except.vectors.get(using);
    if (vector === undefined) throw refusal(404, `Not existing vector ${using} of point ${given}`);
    return { vector, except };
  }
  const isVector = Array.isArray(given) || 'indices' in given;
  if (!isVector) throw refusal(501, `The stand-in does not serve queries by ${Object.keys(given).join(', ')}`);
  return { vector: storedVector(space, using, given as GivenVector) };
}

function weighted({ space, statistics }: Collection, using: string, vector: StoredVector): StoredVector {
  if (vector instanceof Float32Array || space.sparse.get(using)?.modifier !== 'idf') return vector;
  const { indices, values }: StoredSparse = vector;
  return { indices, values: values.map((value, at) => value * statistics.idf(using, indices[at]!)) };
}
