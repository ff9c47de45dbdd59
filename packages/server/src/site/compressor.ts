import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './choose-encoding.ts';

const brotliOf = promisify(brotliCompress);
const gzipOf = promisify(gzip);

/** Quick enough for the first reader of a file, and within a few percent of the smallest. */
const BROTLI_QUALITY = 5;

/** Bytes in an encoding; made once for each content, as long as there is room for what was made. */
export type Compressor = (tag: string, bytes: Buffer<ArrayBuffer>, encoding: Encoding) => Promise<Buffer<ArrayBuffer>>;

/** Keeps at most `maxBytes` of what it made; what was asked for longest ago goes first. */
export function compressor(maxBytes: number): Compressor {
  /** Ordered by last use. */
  const kept = new Map<string, { readonly made: Promise<Buffer<ArrayBuffer>>; size: number }>();
  const makeRoom = (): void => {
    let total = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of kept) {
      if (total <= maxBytes) return;
      total -= size;
      // What is being made has no size yet, and somebody waits for it.
      if (size > 0) kept.delete(key);
    }
  };
  return async (tag, bytes, encoding) => {
    if (encoding === 'identity') return bytes;
    const key = `${encoding} ${tag}`;
    const entry = kept.get(key) ?? { made: compress(bytes, encoding), size: 0 };
    kept.delete(key);
    kept.set(key, entry);
    try {
      const made = await entry.made;
      if (entry.size === 0) {
        entry.size = made.length;
        makeRoom();
      }
      return made;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}

function compress(bytes: Buffer<ArrayBuffer>, encoding: 'br' | 'gzip'): Promise<Buffer<ArrayBuffer>> {
  return encoding === 'gzip'
    ? gzipOf(bytes)
    : brotliOf(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
}
