import { IbidError } from '@ibid/core';
import { isDeepStrictEqual } from 'node:util';
import type { FoundPoint, QdrantCalls } from './client/qdrant-calls.ts';

export interface CopiedCalls {
  readonly calls: QdrantCalls;
  /** Copies that take no write and answer no read, by number; a write that they miss fails. */
  readonly away: Set<number>;
  /** The copy that a read of one asks. */
  near: number;
}

/** What no copy is changed by; asked of the first one, but for `retrieve`. */
const READS: readonly string[] = [
  'version',
  'collection',
  'requireCopies',
  'collections',
  'alias',
  'retrieve',
  'scroll',
  'scrollVectors',
  'count',
  'query',
  'close',
];

/**
 * A model of a collection with several copies, each of them a server of its own: a write goes to all and fails unless all took it, and
 * stays on those that did; a read of `most` asks more than half, nearest first, and leaves out what is not equal on them.
 */
export function copiedCalls(copies: readonly QdrantCalls[]): CopiedCalls {
  const away = new Set<number>();
  const half = Math.floor(copies.length / 2) + 1;
  const first = copies[0]!;
  const names = Object.keys(first) as (keyof QdrantCalls)[];
  const writes = names
    .filter((name) => !READS.includes(name))
    .map((name) => [
      name,
      async (...given: unknown[]): Promise<unknown> => {
        const reached = copies.filter((_, i) => !away.has(i));
        const [answer] = await Promise.all(reached.map((copy) => (copy[name] as Write)(...given)));
        if (reached.length < copies.length) throw gone();
        return answer;
      },
    ]);

  const model: CopiedCalls = {
    away,
    near: 0,
    calls: {
      ...first,
      ...(Object.fromEntries(writes) as Partial<QdrantCalls>),
      async retrieve(name, ids, payload, options) {
        const asked = copies.map((_, i) => (i + model.near) % copies.length).filter((i) => !away.has(i));
        const needed = options?.copies === 'most' ? half : 1;
        if (asked.length < needed) throw gone();
        const [nearest = [], ...others] = await Promise.all(
          asked.slice(0, needed).map((i) => copies[i]!.retrieve(name, ids, payload, options)),
        );
        const isAgreed = (point: FoundPoint): boolean =>
          others.every((other) => other.some((one) => isDeepStrictEqual(one, point)));
        return nearest.filter(isAgreed);
      },
    },
  };
  return model;
}

type Write = (...given: unknown[]) => Promise<unknown>;

function gone(): IbidError {
  return new IbidError('UPSTREAM_FAILED', 'A copy is away', { retryable: true });
}
