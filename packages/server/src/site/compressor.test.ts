import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressor } from './compressor.ts';

/** Bytes that cannot be made smaller, so that sizes are known. */
function noise(seed: number, length: number): Buffer<ArrayBuffer> {
  let state = seed;
  return Buffer.from(Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) >> 16));
}

it('gives what the client can undo, and bytes as they are to one that undoes nothing', async () => {
  const bytes = Buffer.from('parrot '.repeat(500));
  const compress = compressor(10_000);
  expect(await compress('a', bytes, 'identity')).toBe(bytes);
  expect(gunzipSync(await compress('a', bytes, 'gzip'))).toEqual(bytes);
  expect(brotliDecompressSync(await compress('a', bytes, 'br'))).toEqual(bytes);
});

it('works once for those who ask at the same time, and for those who ask again', async () => {
  const compress = compressor(10_000);
  const bytes = noise(1, 1_000);
  const [one, other] = await Promise.all([compress('a', bytes, 'br'), compress('a', bytes, 'br')]);
  expect(one).toBe(other);
  expect(await compress('a', bytes, 'br')).toBe(one);
  expect(await compress('b', bytes, 'br')).not.toBe(one);
});

it('keeps no more than there is room for, and forgets what was not asked for', async () => {
  const compress = compressor(3_500);
  const all = [1, 2, 3, 4].map((seed) => noise(seed, 1_000));
  const made = (i: number): Promise<Buffer> => compress(`file ${i}`, all[i]!, 'br');
  const [first, second, third] = [await made(0), await made(1), await made(2)];
  expect(await made(0)).toBe(first);
  await made(3);
  expect(await made(0)).toBe(first);
  expect(await made(2)).toBe(third);
  expect(await made(1)).not.toBe(second);
});

it('keeps nothing that is larger than all there is room for', async () => {
  const compress = compressor(100);
  const bytes = noise(1, 1_000);
  expect(await compress('a', bytes, 'gzip')).not.toBe(await compress('a', bytes, 'gzip'));
});
