import { beforeAll, describe, expect, test } from 'vitest';
import type { Finder, Trial } from '../testing/landing-trial.ts';
import { quotesOfPage, type PageQuote } from '../testing/quotes-of-page.ts';
import { fixture, testSite } from '../testing/test-site.ts';
import { quoteForms } from './find-quote.ts';
import { foldText } from './page-text.ts';

/** Pages of each generator, with the element that contains their text. */
const PAGES = {
  docusaurus: '.theme-doc-markdown',
  mkdocs: 'article.md-content__inner',
  vitepress: '.vp-doc',
  mdbook: '#content main',
  starlight: 'main',
} as const;
type Name = keyof typeof PAGES;
const NAMES = Object.keys(PAGES) as Name[];

/** Footnotes are quoted in the section that refers to them, and shown at the end of the page. */
const NOTES: readonly string[] = [
  'Some motors take only five hundred setpoints a second.',
  'The second is counted from the first attempt.',
];
const isNoted = (text: string): boolean => NOTES.some((note) => text.includes(note));

const site = testSite();

function quotes(name: Name): readonly PageQuote[] {
  return quotesOfPage(`http://site.test/${name}`, fixture(`${name}.html`));
}

async function tryOn(name: Name, list: readonly PageQuote[], finder: Finder = 'findQuote'): Promise<readonly Trial[]> {
  const page = await site.open({ path: `/${name}` });
  return page.evaluate(
    ([selector, tried, by]) =>
      [1, 2, 3].flatMap((seed) => window.ibidPage.tryQuotes(document.querySelector(selector)!, tried, seed, by)),
    [PAGES[name], list, finder] as const,
  );
}

test('a quote may have semicolons between items of a list in a cell, which no page shows', () => {
  expect(quoteForms('One; two | 3')).toContain(foldText('One two 3'));
});

describe('what can be quoted of a page', () => {
  let trials: Readonly<Record<Name, readonly Trial[]>>;
  beforeAll(async () => {
    const all: [Name, readonly Trial[]][] = [];
    for (const name of NAMES) all.push([name, await tryOn(name, quotes(name))]);
    trials = Object.fromEntries(all) as Record<Name, readonly Trial[]>;
  });

  test.each(NAMES)('of %s, is found word for word, each in its section', (name) => {
    const units = trials[name].filter(({ kind }) => kind !== 'pair');
    expect(units.length).toBeGreaterThanOrEqual(15);
    const strays = units.filter(({ inSection, text }) => !inSection && !isNoted(text));
    expect([...units.filter(({ plain }) => plain !== 'exact'), ...strays]).toEqual([]);
    // Between two neighbours the index may have text that the page shows elsewhere: names of tabs, kinds of admonitions.
    const pairs = trials[name].filter(({ kind, text }) => kind === 'pair' && !isNoted(text));
    expect(pairs.filter(({ plain, inSection }) => plain === 'wrong' || plain === 'none' || !inSection)).toEqual([]);
  });

  test('is found after one to three words changed, and never in a wrong place', () => {
    const tried = NAMES.flatMap((name) => trials[name]).filter(
      ({ edited, words }) => edited !== undefined && words >= 4,
    );
    expect(tried.filter(({ edited }) => edited === 'wrong')).toEqual([]);
    const found = tried.filter(({ edited }) => edited === 'fuzzy' || edited === 'exact');
    expect(tried.length).toBeGreaterThan(200);
    expect(found.length / tried.length).toBeGreaterThanOrEqual(0.9);
  });

  test('is not found any more when it is gone', () => {
    const tried = NAMES.flatMap((name) => trials[name]).filter(({ removed }) => removed !== undefined);
    expect(tried.length).toBeGreaterThan(200);
    expect(tried.filter(({ removed }) => removed === 'wrong')).toEqual([]);
  });

  test('is not found on other pages', async () => {
    const foreign = NAMES.filter((name) => name !== 'docusaurus').flatMap(quotes);
    const tried = await tryOn('docusaurus', foreign);
    expect(tried.filter(({ plain }) => plain !== 'none')).toEqual([]);
  });
});

describe('this trial', () => {
  test('sees through a finder that takes any place', async () => {
    const tried = await tryOn('docusaurus', quotes('docusaurus'), 'first-paragraph');
    expect(tried.filter(({ plain }) => plain === 'wrong').length).toBeGreaterThan(10);
  });
});
