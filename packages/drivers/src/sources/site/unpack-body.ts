import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { FetchLimits } from './limits.ts';

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: inflateEither,
};

const FREE_BYTES = 1_000_000;

/** The encodings that `unpackBody` undoes, for the request header. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/**
 * Undoes `Content-Encoding`, last one first. Output is cut off inside zlib, so a body that swells never exists in memory.
 * Returns the reason as text when the body must not or cannot be unpacked.
 */
export async function unpackBody(
  bytes: Uint8Array,
  contentEncoding: string,
  limits: Pick<FetchLimits, 'unpackedBytes' | 'ratio' | 'encodings'>,
): Promise<Uint8Array | string> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  if (encodings.length > limits.encodings) return `it is packed ${encodings.length} times over`;
  const maxOutputLength = Math.min(limits.unpackedBytes, Math.max(FREE_BYTES, bytes.length * limits.ratio));
  let unpacked = bytes;
  for (const encoding of encodings.toReversed()) {
    const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined;
    if (unpack === undefined) return 'it is packed in an encoding that was not asked for';
    try {
      unpacked = await unpack(unpacked, { maxOutputLength });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? `it unpacks to more than ${maxOutputLength} bytes`
        : 'it is packed wrongly';
    }
  }
  return unpacked.length > limits.unpackedBytes ? `it is larger than ${limits.unpackedBytes} bytes` : unpacked;
}

/** Some servers send bare deflate data where the standard asks for a zlib wrapper. */
async function inflateEither(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array> {
  const wrapped = ((bytes[0] ?? 0) & 0x0f) === 8;
  return wrapped ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options);
}
