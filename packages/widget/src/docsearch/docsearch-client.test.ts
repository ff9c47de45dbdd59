import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { watchPage } from '../element/testing/watch-page.ts';
import { lit } from '../search/testing/found-pages.ts';
import { openNativeService, type NativeService } from '../testing/index.ts';
import { docsearchClient } from './docsearch-client.ts';

let browser: Browser;
let service: NativeService;

/** Three sections of one page with text that looks like HTML, and one of another page. */
const found = (): object => ({
  pages: [
    {
      url: `${service.url}/valves`,
      title: lit('Valves & <b>pipes</b>'),
      sections: [
        { anchor: 'seat', kind: 'heading', headings: [lit('Parts'), lit('The [seat]')], snippet: lit('It closes.') },
        { anchor: '', kind: 'page', headings: [], snippet: lit('Valves open.') },
        { anchor: 'care', kind: 'text', headings: [lit('Care')], snippet: lit('Grind the [seat] <img src=x>.') },
      ],
    },
    {
      url: `${service.url}/springs`,
      title: lit('Springs'),
      sections: [{ anchor: 'a b', kind: 'code', headings: [lit('Use')], snippet: lit('spring --[seat]') }],
    },
  ],
  corrected: [],
});

beforeAll(async () => {
  const built = await rolldown({
    input: join(import.meta.dirname, 'testing/docsearch-page.tsx'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
  });
  const { output } = await built.generate({ format: 'esm', codeSplitting: false });
  await built.close();
  const html = '<!doctype html><title>Docs</title><body><script type="module" src="/page.js"></script>';
  const files = new Map([
    ['/', { type: 'text/html', body: html }],
    ['/page.js', { type: 'text/javascript', body: output[0].code }],
    ['/valves', { type: 'text/html', body: '<title>Valves</title><h2 id="seat">The seat</h2>' }],
  ]);
  [browser, service] = await Promise.all([launchChromium(), openNativeService({ files })]);
  service.answerSearchWith(found);
});
afterAll(() => Promise.all([browser?.close(), service?.close()]));

describe("in DocSearch's own modal", () => {
  test('what is typed is searched here, stands there by page with its levels, and Enter goes to the section', async () => {
    const page = await browser.newPage();
    const { requests, faults } = await watchPage(page);
    await page.goto(`${service.url}/`);
    await page.getByRole('button', { name: /^Search/u }).click();
    await page.getByRole('searchbox').fill('seat');
    await page.locator('.DocSearch-Hit').nth(3).waitFor();
    expect(await page.locator('.DocSearch-Hit-source').allInnerTexts()).toEqual(['Valves & <b>pipes</b>', 'Springs']);
    const rows = await page
      .locator('.DocSearch-Hit')
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector('.DocSearch-Hit-title')!.textContent,
          row.querySelector('.DocSearch-Hit-path')?.textContent,
          row.classList.contains('DocSearch-Hit--Child'),
          row.querySelector('a')!.getAttribute('href')!.replace(location.origin, ''),
        ]),
      );
    expect(rows).toEqual([
      ['The seat', 'Valves & <b>pipes</b>', true, '/valves#seat'],
      ['Valves & <b>pipes</b>', undefined, false, '/valves'],
      ['Grind the seat <img src=x>.', 'Valves & <b>pipes</b>', true, '/valves#care'],
      ['spring --seat', 'Springs', false, '/springs#a%20b'],
    ]);
    expect(await page.locator('.DocSearch-Hit mark').allInnerTexts()).toEqual(['seat', 'seat', 'seat']);
    const { q, locale } = Object.fromEntries(service.searched.at(-1)!);
    expect({ q, locale }).toEqual({ q: 'seat', locale: 'en' });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/valves#seat');
    expect(requests.filter((url) => !url.startsWith(service.url))).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });
});

test('the guide gives DocSearch `indices`, without which version 5 does not start', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/guide/panel.md'), 'utf8');
  expect(/^docsearch\(\{.*\}\);$/mu.exec(guide)?.[0]).toContain("indices: ['docs']");
});

test('answers the calls of older versions too, and several indices with one set of hits', async () => {
  const { search } = docsearchClient({ server: `${service.url}/` });
  const queries = ['docs', 'more'].map((indexName) => ({ indexName, query: 'seat' }));
  const { results } = (await search(queries)) as {
    results: { index: string; hits: { hierarchy: object; type: string }[] }[];
  };
  expect(results.map(({ index, hits }) => [index, hits.length])).toEqual([
    ['docs', 4],
    ['more', 0],
  ]);
  const title = 'Valves &amp; &lt;b&gt;pipes&lt;/b&gt;';
  const none = { lvl4: null, lvl5: null, lvl6: null };
  expect(results[0]!.hits[0]).toMatchObject({
    type: 'lvl3',
    hierarchy: { lvl0: title, lvl1: title, lvl2: 'Parts', lvl3: 'The seat', ...none },
  });
});

test('fails as its own client does when the service cannot be reached, and asks nothing for blanks', async () => {
  service.answerSearchWith(() => 503);
  const { search } = docsearchClient({ server: service.url });
  await expect(search({ requests: [{ indexName: 'docs', query: 'seat' }] })).rejects.toMatchObject({
    name: 'RetryError',
  });
  const blank: unknown = await search({ requests: [{ indexName: 'docs', query: ' ' }] });
  expect(blank).toMatchObject({ results: [{ hits: [], nbHits: 0 }] });
});
