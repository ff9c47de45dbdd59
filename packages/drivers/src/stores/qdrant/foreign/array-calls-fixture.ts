import type { Condition, Filter, FoundPoint, QdrantCalls } from '../client/qdrant-calls.ts';

export interface ArrayPoint extends FoundPoint {
  readonly vector: Float32Array;
}

/** The reads of `calls` that a foreign collection needs, over a list, and the largest things that were asked for. */
export interface ArrayCalls {
  readonly calls: Pick<QdrantCalls, 'scroll' | 'query'> & QdrantCalls;
  readonly most: { ids: number; limit: number };
}

/** Answers without giving anybody else a turn. */
export function arrayCalls(points: readonly ArrayPoint[]): ArrayCalls {
  const most = { ids: 0, limit: 0 };

  function passing({ must = [] }: Filter): readonly ArrayPoint[] {
    const lists = must.map((condition: Condition) => ('has_id' in condition ? condition.has_id : []));
    most.ids = Math.max(most.ids, ...lists.map((ids) => ids.length));
    const sets = lists.map((ids) => new Set(ids));
    return points.filter(({ id }) => sets.every((ids) => ids.has(id)));
  }

  const calls = {
    async *scroll(_collection: string, { filter, pageSize = 256 }: { filter: Filter; pageSize?: number }) {
      const found = passing(filter);
      for (let at = 0; at < found.length; at += pageSize) yield found.slice(at, at + pageSize);
    },
    query: async (...[, queries]: Parameters<QdrantCalls['query']>) =>
      queries.map(({ vector, filter, limit, payload = [] }) => {
        most.limit = Math.max(most.limit, limit);
        return passing(filter)
          .map((point) => ({ ...point, payload: payload.length === 0 ? {} : point.payload }))
          .map((point) => ({ ...point, score: dot(point.vector, vector as Float32Array) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, limit);
      }),
  };
  return { calls: calls as unknown as ArrayCalls['calls'], most };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
