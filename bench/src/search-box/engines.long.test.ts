import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptedSource } from '@ibid/testkit';
import { openSourceCorpus } from '../../../evals/src/open-corpus.ts';
import { boxPages, pageHtml } from './box-site.ts';
import { pagefind, searchLocal } from './browser-engines.ts';
import { ibid, miniSearch, orama, type OpenEngine } from './engines.ts';

const PAGES = {
  '/arm': '# The arm\nIt has six joints.\n\n## Emergency stop\nThe red button opens the brakes.',
  '/port': '# Ports\nThe controller listens on 7420.\n\n## Firewalls & proxies\nOpen the port `armd.port`.',
};

/** The first page found for each of three questions. */
async function firstPages(open: OpenEngine): Promise<readonly (string | undefined)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-search-box-'));
  const corpus = await openSourceCorpus(scriptedSource(PAGES), join(folder, 'index.db'));
  const pages = await boxPages(corpus.store);
  const engine = await open({ pages, corpus, folder });
  try {
    const asked = await engine.ask(['emergency stop', 'controller', 'proxies']);
    return asked.map(({ urls }) => urls[0]?.replace(/^.*\//u, ''));
  } finally {
    await engine.close();
    await corpus.engine.close();
    await rm(folder, { recursive: true });
  }
}

test.each<readonly [string, OpenEngine]>([
  ['Ibid', ibid],
  ['docusaurus-search-local', searchLocal],
  ['MiniSearch', miniSearch],
  ['Orama', orama(0)],
])('%s finds pages by their headings and words', async (_, open) => {
  expect(await firstPages(open)).toEqual(['arm', 'port', 'port']);
});

// Pagefind's loader once failed to load metadata that it had just written; the reason was not found.
test('Pagefind finds pages by their headings and words', { retry: 1 }, async () => {
  expect(await firstPages(pagefind)).toEqual(['arm', 'port', 'port']);
});

test('a page is an article with its sections, and its text never becomes markup', async () => {
  const section = { heading: 'A <b>', anchor: 'a-b', depth: 2, text: 'if (a < b && c)' };
  expect(pageHtml({ url: '/x', title: 'X', sections: [section] })).toContain(
    '<h1>X</h1><h3 id="a-b">A &lt;b><a class="hash-link" href="#a-b"></a></h3><p>if (a &lt; b &amp;&amp; c)</p>',
  );
});
