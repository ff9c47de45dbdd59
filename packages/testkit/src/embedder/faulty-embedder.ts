import { IbidError } from '@ibid/core';
import type { CallOptions, Embedder } from '@ibid/core/types';

type Embed = Embedder['embed'];
type Request = Parameters<Embed>[0];

/** Faults seen with hosted services, and mistakes a driver can make. */
export type EmbedderFault =
  | 'fewer-vectors'
  | 'more-vectors'
  | 'no-vectors'
  | 'body-without-vectors'
  | 'wrong-dimension'
  | 'not-a-number'
  | 'infinite'
  | 'zero-vector'
  | 'not-normalised'
  | 'plain-arrays'
  | 'throws-retryable'
  | 'throws-for-good'
  | 'throws-foreign'
  | 'hangs';

export interface FaultOptions {
  readonly fault: EmbedderFault;
  /** Number of calls that fail before the embedder works. Default: all. */
  readonly times?: number;
  /** Value of `details.retryAfterMs` for `throws-retryable`. */
  readonly retryAfterMs?: number;
}

/** Wraps an embedder so that it has one fault. */
export function faultyEmbedder(embedder: Embedder, options: FaultOptions): Embedder {
  let left = options.times ?? Number.POSITIVE_INFINITY;
  return {
    ...embedder,
    embed(request, call) {
      if (left <= 0) return embedder.embed(request, call);
      left -= 1;
      return misbehave(embedder, options, { request, call });
    },
  };
}

async function misbehave(
  embedder: Embedder,
  { fault, retryAfterMs }: FaultOptions,
  { request, call }: { request: Request; call: CallOptions | undefined },
): ReturnType<Embed> {
  switch (fault) {
    case 'throws-retryable':
      throw new IbidError('RATE_LIMITED', 'The embedding service asks to slow down. Wait and try again.', {
        retryable: true,
        details: retryAfterMs === undefined ? {} : { retryAfterMs },
      });
    case 'throws-for-good':
      throw new IbidError('UPSTREAM_FAILED', 'The embedding service refused the key. Set a valid one.');
    case 'throws-foreign':
      throw new TypeError('fetch failed for key sk-secret');
    case 'hangs':
      return new Promise(() => {});
    case 'body-without-vectors':
      return { error: 'overloaded' } as unknown as Awaited<ReturnType<Embed>>;
    default: {
      const { vectors } = await embedder.embed(request, call);
      return { vectors: spoil(fault, vectors) };
    }
  }
}

type SpoilingFault = Exclude<EmbedderFault, `throws-${string}` | 'hangs' | 'body-without-vectors'>;

function spoil(fault: SpoilingFault, vectors: readonly Float32Array[]): readonly Float32Array[] {
  const last = vectors.at(-1)!;
  const others = vectors.slice(0, -1);
  switch (fault) {
    case 'fewer-vectors':
      return others;
    case 'more-vectors':
      return [...vectors, last];
    case 'no-vectors':
      return [];
    case 'wrong-dimension':
      return [...others, unit(last.length + 1)];
    case 'not-a-number':
      return [...others, last.with(0, Number.NaN)];
    case 'infinite':
      return [...others, last.with(0, Number.POSITIVE_INFINITY)];
    case 'zero-vector':
      return [...others, new Float32Array(last.length)];
    case 'not-normalised':
      return [...others, unit(last.length).map((value) => value * 3)];
    case 'plain-arrays':
      return vectors.map((vector) => [...vector] as unknown as Float32Array);
  }
}

function unit(length: number): Float32Array {
  return new Float32Array(length).with(0, 1);
}
