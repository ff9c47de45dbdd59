import { expect, it } from 'vitest';
import { chooseEncoding } from './choose-encoding.ts';

it.each<[string | null, string]>([
  [null, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate', 'identity'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br ; q=0.8 , gzip ; q=0.8', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=1, *;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
])('chooses for `Accept-Encoding: %s`: %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
