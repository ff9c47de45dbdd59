import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackBody } from './unpack-body.ts';

const LIMITS = { unpackedBytes: 2_000_000, ratio: 100, encodings: 2 };
const PAGE = Buffer.from('<p>Hello</p>');

describe('unpackBody', () => {
  it.each([
    ['nothing', '', PAGE],
    ['identity', 'identity', PAGE],
    ['gzip', 'gzip', gzipSync(PAGE)],
    ['the old name of gzip', 'X-GZip', gzipSync(PAGE)],
    ['brotli', 'br', brotliCompressSync(PAGE)],
    ['deflate', 'deflate', deflateSync(PAGE)],
    ['deflate without its wrapper', 'deflate', deflateRawSync(PAGE)],
    ['two encodings, the last one first', 'gzip, br', brotliCompressSync(gzipSync(PAGE))],
  ])('undoes %s', async (_, encoding, packed) => {
    const unpacked = await unpackBody(packed, encoding, LIMITS);
    expect(Buffer.from(unpacked as Uint8Array).toString()).toBe('<p>Hello</p>');
  });

  it.each([
    ['three encodings', 'gzip, gzip, gzip', PAGE, /packed 3 times/],
    ['an encoding that was not asked for', 'zstd', PAGE, /not asked for/],
    ['a name that objects have', 'constructor', PAGE, /not asked for/],
    ['bytes that are not packed', 'gzip', PAGE, /packed wrongly/],
    ['a body that is cut off', 'gzip', gzipSync(PAGE).subarray(0, 15), /packed wrongly/],
    ['a body that swells beyond the limit', 'gzip', gzipSync(Buffer.alloc(3_000_000)), /more than 1000000 bytes/],
    ['a bomb that is small on the wire', 'br', brotliCompressSync(Buffer.alloc(20_000_000)), /more than 1000000 bytes/],
    ['a body that is too large without being packed', '', Buffer.alloc(2_000_001), /larger than 2000000/],
  ])('gives a reason for %s', async (_, encoding, packed, reason) => {
    expect(await unpackBody(packed, encoding, LIMITS)).toMatch(reason);
  });

  it('lets text swell by any factor within the first megabyte, and up to the ratio beyond', async () => {
    const small = await unpackBody(gzipSync(Buffer.alloc(900_000, 'a')), 'gzip', LIMITS);
    expect(small).toHaveLength(900_000);
    const mixed = Buffer.concat([randomBytes(20_000), Buffer.alloc(1_400_000, 'a')]);
    expect(await unpackBody(gzipSync(mixed), 'gzip', LIMITS)).not.toBeTypeOf('string');
  });
});
