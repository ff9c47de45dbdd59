import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtSite, elementIds } from './built-site.ts';

test('ids are read from elements alone, quoted or not', () => {
  const ids = elementIds(
    `<h2 class=x id=plain>A <code>b</code></h2><h3 id='two'>T&amp;C</h3><p id="a&amp;b"></p><!-- <p id="gone"> --><script>'<p id="no">'</script>`,
  );
  expect([...ids]).toEqual(['plain', 'two', 'a&b']);
});

test('a page is found by its address in every form of built sites', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ibid-built-'));
  try {
    await mkdir(join(root, 'guide'));
    await writeFile(join(root, 'index.html'), '<p id="home">');
    await writeFile(join(root, 'guide', 'index.html'), '<p id="guide">');
    await writeFile(join(root, 'one.html'), '<p id="one">');
    const idsAt = builtSite(root, 'https://x.org/book/');
    const first = async (url: string): Promise<string | undefined> => [...((await idsAt(url)) ?? [])][0];
    expect(await first('https://x.org/book')).toBe('home');
    expect(await first('https://x.org/book/guide')).toBe('guide');
    expect(await first('https://x.org/book/one')).toBe('one');
    expect(await first('https://x.org/book/one.html')).toBe('one');
    expect(await first('https://x.org/book/two')).toBe(undefined);
    expect(await first('https://y.org/book/one')).toBe(undefined);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
