/** Docusaurus sites of many shapes, really built, served, and read in a browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { panelDriver } from '../testing/panel-driver.ts';
import { visit } from '../testing/visit.ts';
import { openSite, type OpenSite } from './testing/built-site.ts';
import { footnoteBeside, keepMark, QUOTED_PLACES, unspaced, whereReaderIs } from './testing/quoted-places.ts';
import type { SiteShape } from './testing/site-pages.ts';

const SHAPES: readonly (SiteShape & { readonly says: string })[] = [
  { name: 'plain', says: 'at the root, with a blog', blog: true },
  {
    name: 'based',
    says: 'below a base path, with slashes, two languages, two versions and an own Root',
    baseUrl: '/base/',
    trailingSlash: true,
    locales: ['en', 'fr'],
    versions: true,
    root: 'plain',
  },
  {
    name: 'flat',
    says: 'below a base path, without slashes, with a wrapped Root and a blog',
    baseUrl: '/base/',
    trailingSlash: false,
    blog: true,
    root: 'wrapping',
  },
  { name: 'ejected', says: 'with slashes and an ejected panel', trailingSlash: true, ejected: true },
  {
    name: 'languages',
    says: 'at the root, without slashes, in two languages',
    trailingSlash: false,
    locales: ['en', 'fr'],
    versions: true,
  },
];
const WIDE = { viewport: { width: 1400, height: 900 } };
/** The headless shell knows no text fragments. */
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
  let site: OpenSite;

  beforeAll(async () => {
    site = await openSite(shape);
  }, 300_000);
  afterAll(() => site[Symbol.asyncDispose]());

  test('answers from every kind of place, and each footnote lands on all words of its block without a reload (R32)', async () => {
    await using visited = await site.visit('docs/intro');
    const { page } = visited;
    const panel = panelDriver(page);
    expect(await page.locator('[data-own-root]').count()).toBe(root === undefined ? 0 : 1);
    await panel.open();
    expect(await page.locator('[data-own-panel]').count()).toBe(ejected ? 1 : 0);
    await keepMark(page);
    for (const { name, question, words, lit = words, route, anchor } of QUOTED_PLACES) {
      const answer = await panel.ask(question);
      const mark = footnoteBeside(answer, words);
      const href = (await mark.getAttribute('href'))!;
      await mark.click();
      await expect
        .poll(async () => [name, await whereReaderIs(page)], { timeout: 5000 })
        .toEqual([name, { path: pathOf(route), anchor, lit: unspaced(lit), isSeen: true, isKept: true }]);
      await expectToLandAlone(href, { path: pathOf(route), anchor, words });
    }
    expect(await panel.dialog.isVisible()).toBe(true);
    expect(visited.foreign()).toEqual([]);
    expect(visited.errors).toEqual([]);
  }, 90_000);

  /** What a link does that is opened in a new tab, or that somebody was sent. */
  async function expectToLandAlone(
    href: string,
    { path, anchor, words }: { readonly path: string; readonly anchor: string; readonly words: string },
  ): Promise<void> {
    expect(href).toContain(':~:text=');
    await using alone = await visit(site.browser, new URL(href, site.root).href, WIDE);
    const { page } = alone;
    const url = new URL(page.url());
    // Unless the site says how it wants it, the host decides.
    expect(decodeURI(url.pathname)).toBe(trailingSlash === undefined ? `${path}/` : path);
    const target = HAS_TEXT_FRAGMENTS
      ? page.getByText(words.split(' ').slice(-3).join(' ')).last()
      : page.locator(`[id="${anchor}"]`);
    await expect.poll(() => isInSight(() => target.boundingBox())).toBe(true);
  }

  test('is there on the page for what is not found, and leads out of it without a reload', async () => {
    await using visited = await site.visit('docs/no-such-page');
    const { page } = visited;
    const panel = panelDriver(page);
    await panel.open();
    await keepMark(page);
    const answer = await panel.ask('How far does the juniper arm reach?');
    await answer
      .getByRole('link', { name: /^Source 1:/u })
      .first()
      .click();
    await expect
      .poll(() => whereReaderIs(page))
      .toEqual({
        path: pathOf('docs/parts'),
        anchor: 'limits-1',
        lit: unspaced('The juniper arm reaches 1.2 metres at most.'),
        isSeen: true,
        isKept: true,
      });
  });

  test.runIf(blog)('quotes posts of the blog to who reads the docs', async () => {
    await using visited = await site.visit('docs/intro');
    const panel = panelDriver(visited.page);
    await panel.open();
    await keepMark(visited.page);
    const answer = await panel.ask('Which antenna doubles the range of the radio?');
    await answer
      .getByRole('link', { name: /^Source 1:/u })
      .first()
      .click();
    await expect
      .poll(() => whereReaderIs(visited.page))
      .toEqual({
        path: pathOf('blog/new-antenna'),
        anchor: '',
        lit: unspaced('The willow antenna was fitted in January and doubles the range of the radio.'),
        isSeen: true,
        isKept: true,
      });
  });

  test.runIf(versions)('answers in the version that is read, and lands in it', async () => {
    await using visited = await site.visit('docs/1.0/motors');
    const panel = panelDriver(visited.page);
    await panel.open();
    await keepMark(visited.page);
    const answer = await panel.ask('How far does the juniper arm reach?');
    await answer
      .getByRole('link', { name: /^Source 1:/u })
      .first()
      .click();
    await expect
      .poll(() => whereReaderIs(visited.page))
      .toEqual({
        path: pathOf('docs/1.0/parts'),
        anchor: 'limits-1',
        lit: unspaced('The juniper arm reaches 0.8 metres at most.'),
        isSeen: true,
        isKept: true,
      });
  });

  describe.runIf(locales.includes('fr'))('in two languages', () => {
    const QUESTION = "Jusqu'à quelle distance éclaire la lampe du tilleul ?";
    const there = {
      path: pathOf('fr/docs/intro'),
      anchor: 'la-lampe',
      lit: unspaced("La lampe du tilleul éclaire jusqu'à 70 mètres devant le rover."),
      isSeen: true,
    };

    test('leads into another language by a full load, and lights the words up there', async () => {
      await using visited = await site.visit('docs/intro');
      const panel = panelDriver(visited.page);
      await panel.open();
      await keepMark(visited.page);
      await panel.dialog.getByRole('button', { name: 'English' }).click();
      const answer = await panel.ask(QUESTION);
      await answer
        .getByRole('link', { name: /^Source 1:/u })
        .first()
        .click();
      await expect.poll(() => whereReaderIs(visited.page)).toEqual({ ...there, isKept: false });
      expect(visited.errors).toEqual([]);
    });

    test('answers in the language that is read, and stays in it', async () => {
      await using visited = await site.visit('fr/docs/motors');
      const panel = panelDriver(visited.page, { send: 'Envoyer' });
      await panel.open();
      await keepMark(visited.page);
      const answer = await panel.ask(QUESTION);
      await answer
        .getByRole('link', { name: /^Source 1/u })
        .first()
        .click();
      await expect.poll(() => whereReaderIs(visited.page)).toEqual({ ...there, isKept: true });
      const untranslated = await panel.ask('How far does the juniper arm reach?');
      const paths = await untranslated
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !path.startsWith(`${baseUrl}fr/`))).toEqual([]);
    });
  });
});

async function isInSight(
  boxOf: () => Promise<{ readonly y: number; readonly height: number } | null>,
): Promise<boolean> {
  const box = await boxOf();
  return box !== null && box.y >= 0 && box.y + box.height <= 900;
}
