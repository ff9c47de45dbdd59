import type { UpsertBody } from '../engine/bodies.ts';

/** The write with just the first half of its points or ids; one by filter stays as it is. */
export function halved(body: unknown): unknown {
  const { points, batch } = body as UpsertBody;
  if (batch !== undefined) {
    const half = Math.floor(batch.ids.length / 2);
    const { vectors, payloads } = batch;
    const named = Object.entries(vectors).map(([name, column]) => [name, column.slice(0, half)]);
    return {
      ...(body as UpsertBody),
      batch: {
        ids: batch.ids.slice(0, half),
        vectors: Array.isArray(vectors) ? vectors.slice(0, half) : Object.fromEntries(named),
        ...(payloads === undefined ? {} : { payloads: payloads?.slice(0, half) ?? null }),
      },
    };
  }
  return points === undefined
    ? body
    : { ...(body as UpsertBody), points: points.slice(0, Math.floor(points.length / 2)) };
}
