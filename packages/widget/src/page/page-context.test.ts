import { describe, expect, test } from 'vitest';
import { testSite } from './testing/test-site.ts';

const site = testSite();

describe('pageContext', () => {
  test('names a page as the index does: canonical address, title, locale, version', async () => {
    const page = await site.open({ path: '/docusaurus?utm=1' });
    expect(await page.evaluate(() => window.ibidPage.pageContext({ content: '.theme-doc-markdown' }))).toEqual({
      url: 'https://handbook.example/docs/guide/arm',
      title: 'Moving the arm',
      section: undefined,
      locale: 'en',
      version: 'current',
    });
  });

  test('falls back on where the browser is and on `html[lang]`', async () => {
    const page = await site.open({ path: '/mkdocs?utm=1#lidar' });
    const context = await page.evaluate(() => window.ibidPage.pageContext({ content: 'article' }));
    expect(context).toMatchObject({ url: 'http://site.test/mkdocs', locale: 'de', version: '', title: 'Sensoren' });
  });

  test('knows the section that is being read', async () => {
    const page = await site.open({ path: '/docusaurus' });
    const sections = await page.evaluate(() =>
      ['setup', 'speeds', 'install'].map((id) => {
        document.getElementById(id)!.nextElementSibling!.scrollIntoView();
        scrollBy(0, -80);
        return window.ibidPage.pageContext({ content: 'article' }).section;
      }),
    );
    expect(sections).toEqual([
      { id: 'setup', title: 'Set up the arm' },
      { id: 'speeds', title: 'Speeds' },
      { id: 'install', title: 'Install the driver' },
    ]);
  });
});

describe('nearestHeading', () => {
  test.each([
    ['VitePress', '/vitepress', 'pre', { id: 'save', title: 'Save a map' }],
    ['MkDocs', '/mkdocs', 'details', { id: 'treiber', title: 'Treiber' }],
    ['mdBook', '/mdbook', 'blockquote', { id: 'locks', title: 'Locks' }],
    ['Starlight', '/starlight', 'aside', { id: 'tyres', title: 'Tyres' }],
  ])('reads headings of %s without their marks', async (_, path, selector, heading) => {
    const page = await site.open({ path });
    const read = await page.evaluate(
      (css) => window.ibidPage.nearestHeading(document.body, document.querySelector(css)!),
      selector,
    );
    expect(read).toEqual(heading);
  });

  test('takes the id of the section that a heading opens, and keeps a sign that belongs to the heading', async () => {
    const html = `<main><section id="api"><h2>C#<a class="headerlink" href="#api">¶</a></h2><p>One.</p><h3>Two</h3><p id="p">Two.</p></section></main>`;
    const page = await site.open({ path: '/sphinx', pages: { '/sphinx': html } });
    const read = await page.evaluate(() =>
      ['p', '#p'].map((css) => window.ibidPage.nearestHeading(document.body, document.querySelector(css)!)),
    );
    expect(read).toEqual([
      { id: 'api', title: 'C#' },
      { id: '', title: 'Two' },
    ]);
  });
});
