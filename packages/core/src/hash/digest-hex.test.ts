import { afterEach, expect, test, vi } from 'vitest';
import { digestHex } from './digest-hex.ts';
import { sha256Hex } from './sha256-hex.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['', 'abc', 'Größe 数 \u{1f600}', 'lone \ud800 surrogate'])(
  'both ways give the same for %j',
  async (text) => {
    expect(await digestHex(text)).toBe(sha256Hex(text));
    vi.stubGlobal('crypto', {});
    expect(await digestHex(text)).toBe(sha256Hex(text));
  },
);
