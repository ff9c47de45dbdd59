import { expect, it } from 'vitest';
import { lastUsed } from './last-used.ts';

it('keeps what was used last, up to a total size', () => {
  const made: string[] = [];
  const recent = lastUsed<string, string>(10, (text) => text.length);
  const use = (text: string): string =>
    recent(text, () => {
      made.push(text);
      return text;
    });
  for (const text of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) expect(use(text)).toBe(text);
  expect(made).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb']);
  // A value that is larger than all of the cache is returned, but not kept.
  for (const text of ['d'.repeat(11), 'd'.repeat(11)]) expect(use(text)).toBe(text);
  expect(made.filter((text) => text.startsWith('d'))).toHaveLength(2);
});

it('forgets a promise that rejects', async () => {
  const recent = lastUsed<string, Promise<string>>(2);
  await expect(recent('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await expect(recent('a', () => Promise.resolve('back'))).resolves.toBe('back');
});
