import { describe, expect, it } from 'vitest';
import { createPageCache } from '../site.ts';

describe('createPageCache', () => {
  it('gives a body back once, as it was', async () => {
    const cache = createPageCache(1_000);
    await cache.put('a', 'Héllo \u{1F600}');
    expect(await cache.take('a')).toBe('Héllo \u{1F600}');
    expect(await cache.take('a')).toBeUndefined();
  });

  it('takes no more once it is full, until something is taken out', async () => {
    const cache = createPageCache(40);
    const noise = Array.from({ length: 60 }, (_, index) => String.fromCodePoint(33 + ((index * 37) % 90))).join('');
    for (const url of ['a', 'b']) await cache.put(url, noise);
    expect(await cache.take('b')).toBeUndefined();
    expect(await cache.take('a')).toBe(noise);
    await cache.put('b', noise);
    expect(await cache.take('b')).toBe(noise);
  });
});
