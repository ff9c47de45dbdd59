/** Docusaurus sites of many shapes, built, served, and read in a browser. */
import { openStore } from '@ibid/core';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../testing/visit.ts';
import { openSite, type OpenSite } from './testing/built-site.ts';
import {
  expectToLand,
  footnoteBeside,
  openAndMark,
  QUOTED_PLACES,
  unspaced,
  whereReaderIs,
} from './testing/quoted-places.ts';
import { BASED, type SiteShape } from './testing/site-pages.ts';
import { SITE_URL } from './testing/write-site.ts';

/** Pairs of settings: each value is combined with each value of all others that could change an address. */
const SHAPES: readonly (SiteShape & { readonly says: string })[] = [
  { name: 'plain', says: 'at the root, with a blog', blog: true },
  { ...BASED, says: 'below a base path, with slashes, two languages, two versions and an own Root' },
  {
    name: 'flat',
    says: 'below a base path, without slashes, in two languages, for old browsers, with a wrapped Root, an ejected panel and a blog',
    baseUrl: '/base/',
    trailingSlash: false,
    locales: ['en', 'fr'],
    blog: true,
    root: 'wrapping',
    ejected: true,
    forOldBrowsers: true,
  },
];
const WIDE = { viewport: { width: 1400, height: 900 } };
/** Special places behave the same on every site, so all of them are tried on the first site only, and one per page on the others. */
const ELSEWHERE = new Set([
  'a tab that is not shown',
  'a row of a table',
  'a page and a heading with letters beyond ASCII',
]);
/** Chromium's headless shell does not support text fragments. */
const HAS_TEXT_FRAGMENTS = (process.env['IBID_CHROMIUM'] ?? '') !== '';

describe.each(SHAPES)('a site $says', (shape) => {
  const {
    baseUrl = '/',
    trailingSlash,
    locales = ['en'],
    versions = false,
    blog = false,
    root,
    ejected = false,
  } = shape;
  const pathOf = (route: string): string => baseUrl + route + (trailingSlash === true ? '/' : '');
  const places = QUOTED_PLACES.filter(({ name }) => shape === SHAPES[0] || ELSEWHERE.has(name));
  let site: OpenSite;

  beforeAll(async () => {
    site = await openSite(shape);
  }, 300_000);
  afterAll(() => site[Symbol.asyncDispose]());

  test('has the button at the end of the line with every style compiler', async () => {
    await using visited = await site.visit('docs/intro', WIDE);
    const box = (await visited.page.locator('.ibid-launcher-button').boundingBox())!;
    expect(box.x + box.width).toBeGreaterThan(WIDE.viewport.width - 50);
    expect(box.x + box.width).toBeLessThan(WIDE.viewport.width);
  });

  test('answers from its pages, and each footnote highlights all words of its block without a reload (R32)', async () => {
    await using visited = await site.visit('docs/intro');
    const { page } = visited;
    expect(await page.locator('[data-own-root]').count()).toBe(root === undefined ? 0 : 1);
    const panel = await openAndMark(page);
    expect(await page.locator('[data-own-panel]').count()).toBe(ejected ? 1 : 0);
    for (const { question, words, lit = words, route, anchor } of places) {
      await expectToLand(page, question, { words, path: pathOf(route), anchor, lit });
      const href = (await footnoteBeside(panel.latest, words).getAttribute('href'))!;
      await expectToLandAlone(href, { path: pathOf(route), anchor, words });
    }
    expect(await panel.dialog.isVisible()).toBe(true);
    // The site was built to answer by itself; here a server serves it and answers.
    expect(visited.requests.some((address) => address === `${new URL(site.root).origin}/api/ask/stream`)).toBe(true);
    expect(visited.requests.filter((address) => address.includes('/ibid/'))).toEqual([]);
    expect(visited.foreign()).toEqual([]);
    expect(visited.errors).toEqual([]);
  }, 90_000);

  /** Opens a link alone, as in a new tab or from a message. */
  async function expectToLandAlone(
    href: string,
    { path, anchor, words }: { readonly path: string; readonly anchor: string; readonly words: string },
  ): Promise<void> {
    expect(href).toContain(':~:text=');
    await using alone = await visit(site.browser, new URL(href, site.root).href, WIDE);
    const { page } = alone;
    const url = new URL(page.url());
    // Unless the site configures trailing slashes, the host decides.
    expect(decodeURI(url.pathname)).toBe(trailingSlash === undefined ? `${path}/` : path);
    const target = HAS_TEXT_FRAGMENTS
      ? page.getByText(words.split(' ').slice(-3).join(' ')).last()
      : page.locator(`[id="${anchor}"]`);
    await expect.poll(() => isInSight(() => target.boundingBox())).toBe(true);
  }

  const REACH = 'How far does the juniper arm reach?';
  const LANDINGS = [
    {
      of: 'the page for what is not found',
      is: true,
      from: 'docs/no-such-page',
      question: REACH,
      there: { path: pathOf('docs/parts'), anchor: 'limits-1', lit: 'The juniper arm reaches 1.2 metres at most.' },
    },
    {
      of: 'the docs to a post of the blog',
      is: blog,
      from: 'docs/intro',
      question: 'Which antenna doubles the range of the radio?',
      there: {
        path: pathOf('blog/new-antenna'),
        anchor: '',
        lit: 'The willow antenna was fitted in January and doubles the range of the radio.',
      },
    },
    {
      of: 'an older version to the same version',
      is: versions,
      from: 'docs/1.0/motors',
      question: REACH,
      there: { path: pathOf('docs/1.0/parts'), anchor: 'limits-1', lit: 'The juniper arm reaches 0.8 metres at most.' },
    },
  ].filter(({ is }) => is);

  test.each(LANDINGS)('a footnote followed from $of opens without a reload', async ({ from, question, there }) => {
    await using visited = await site.visit(from);
    await openAndMark(visited.page);
    await expectToLand(visited.page, question, there);
    expect(visited.foreign()).toEqual([]);
  });

  test.runIf(versions)(
    'has every page once in each language and version in its index, by its canonical address',
    async () => {
      await using store = await openStore(sqliteStore({ file: site.built.index, readOnly: true }));
      const pages: string[] = [];
      for await (const { url, locale, version } of store.listPages()) pages.push(`${url} ${locale} ${version}`);
      const docs = ['camera', encodeURI('größen/überblick'), 'intro', 'motors', 'parts'].map(
        (name) => `/docs/${name} current`,
      );
      const old = ['intro', 'motors', 'parts'].map((name) => `/docs/1.0/${name} 1.0`);
      const expected = ['en', 'fr'].flatMap((locale) =>
        [' ', ...docs, ...old].map((page) => {
          const [path = '', version = ''] = page.split(' ');
          return `${SITE_URL}/base${locale === 'fr' ? '/fr' : ''}${path} ${locale} ${version}`;
        }),
      );
      expect(pages.toSorted()).toEqual(expected.toSorted());
    },
  );

  test.runIf(locales.includes('fr'))(
    'leads into another language by a full load, and stays in the one that is read',
    async () => {
      const question = "Jusqu'à quelle distance éclaire la lampe du tilleul ?";
      const there = {
        path: pathOf('fr/docs/intro'),
        anchor: 'la-lampe',
        lit: "La lampe du tilleul éclaire jusqu'à 70 mètres devant le rover.",
      };
      await using english = await site.visit('docs/intro');
      const { dialog } = await openAndMark(english.page);
      await dialog.getByRole('button', { name: 'English' }).click();
      await expectToLand(english.page, question, { ...there, isKept: false });
      expect(english.errors).toEqual([]);

      await using french = await site.visit('fr/docs/motors');
      const names = { send: 'Envoyer' };
      const panel = await openAndMark(french.page, names);
      await expectToLand(french.page, question, { ...there, names });
      const paths = await (
        await panel.ask(REACH)
      )
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !path.startsWith(`${baseUrl}fr/`))).toEqual([]);
    },
  );
});

test('control: highlighting out of view, wrong words and a reload are detected', async () => {
  await using site = await openSite(SHAPES[0]!);
  await using visited = await site.visit('docs/parts');
  const { page } = visited;
  await openAndMark(page);
  await page.evaluate(() => {
    const hidden = [...document.querySelectorAll('article p')].find((element) =>
      element.textContent.includes('magnesium'),
    )!;
    const range = new Range();
    range.selectNodeContents(hidden);
    CSS.highlights.set('ibid-cite', new Highlight(range));
  });
  const lit = unspaced('The birch wheel of magnesium carries at most 90 kilograms.');
  expect(await whereReaderIs(page)).toMatchObject({ lit, isSeen: false, isKept: true });
  await page.reload();
  expect(await whereReaderIs(page)).toMatchObject({ lit: '', isSeen: false, isKept: false });
});

async function isInSight(
  boxOf: () => Promise<{ readonly y: number; readonly height: number } | null>,
): Promise<boolean> {
  const box = await boxOf();
  return box !== null && box.y >= 0 && box.y + box.height <= 900;
}
