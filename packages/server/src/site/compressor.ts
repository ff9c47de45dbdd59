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
  const kept = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const forget = (key: string): void => {
    kept.delete(key);
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
  };
  return async (tag, bytes, encoding) => {
    if (encoding === 'identity') return bytes;
    const key = `${encoding} ${tag}`;
    const known = kept.get(key);
    if (known !== undefined) {
      // The map stays ordered by last use.
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const made = compress(bytes, encoding);
    kept.set(key, made);
    try {
      const { length } = await made;
      sizes.set(key, length);
      total += length;
      while (total > maxBytes) forget([...kept.keys()].find((one) => sizes.has(one))!);
    } catch (error) {
      forget(key);
      throw error;
    }
    return made;
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
