import { IbidError } from '@ibid/core';
import type { CallOptions, Embedder, EmbedderSource } from '@ibid/core/types';
import { mapEmbedder } from './map-embedder.ts';

type Embed = Embedder['embed'];
type Request = Parameters<Embed>[0];

/** Faults seen with hosted services, and mistakes a driver can make. `shuffled` can only be detected by comparison with known vectors. */
export const EMBEDDER_FAULTS = [
  'fewer-vectors',
  'more-vectors',
  'no-vectors',
  'body-without-vectors',
  'wrong-dimension',
  'not-a-number',
  'infinite',
  'zero-vector',
  'not-normalised',
  'plain-arrays',
  'shuffled',
  'changes-with-time',
  'throws-retryable',
  'throws-for-good',
  'throws-foreign',
  'ignores-abort',
  'hangs',
] as const;

export type EmbedderFault = (typeof EMBEDDER_FAULTS)[number];

export interface FaultOptions {
  readonly fault: EmbedderFault;
  /** Number of calls that fail before the embedder works. Default: all. */
  readonly times?: number;
  /** Value of `details.retryAfterMs` for `throws-retryable`. */
  readonly retryAfterMs?: number;
}

/** Wraps a source so that its embedders have one fault. */
export function faultyEmbedder(source: EmbedderSource, options: FaultOptions): EmbedderSource {
  return mapEmbedder(source, (embedder) => {
    let left = options.times ?? Number.POSITIVE_INFINITY;
    let calls = 0;
    return {
      id: embedder.id,
      dimensions: embedder.dimensions,
      maxBatch: embedder.maxBatch,
      cacheable: embedder.cacheable,
      calibration: embedder.calibration,
      embed(request, call) {
        if (left <= 0) return embedder.embed(request, call);
        left -= 1;
        calls += 1;
        return misbehave(embedder, options, { request, call, calls });
      },
      close: () => embedder.close(),
    };
  });
}

async function misbehave(
  embedder: Embedder,
  { fault, retryAfterMs }: FaultOptions,
  { request, call, calls }: { request: Request; call: CallOptions | undefined; calls: number },
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
    case 'ignores-abort':
      return embedder.embed(request);
    default: {
      const { vectors } = await embedder.embed(request, call);
      return { vectors: spoil(fault, vectors, calls) };
    }
  }
}

type SpoilingFault = Exclude<EmbedderFault, `throws-${string}` | 'hangs' | 'body-without-vectors' | 'ignores-abort'>;

function spoil(fault: SpoilingFault, vectors: readonly Float32Array[], calls: number): readonly Float32Array[] {
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
    case 'shuffled':
      return vectors.toReversed();
    case 'changes-with-time':
      return vectors.map((vector) => unit(vector.length, calls % vector.length));
  }
}

function unit(length: number, place = 0): Float32Array {
  return new Float32Array(length).with(place, 1);
}
