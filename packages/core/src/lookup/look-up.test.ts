import { memoryStore } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '../answer/engine-fixture.ts';
import { openStore } from '../store/open-store.ts';
import type { LitText, Lookup } from '../types/lookup.ts';
import { lookUpIn } from './look-up.ts';
import { readTyped, wordList } from './read-typed.ts';

const PAGES = {
  '/install':
    '# Installation\n\nInstall it with `npm install pump`.\n\n## Configure the pump\n\nSet `maxRetryCount` to 5.',
  '/configuration':
    '# Configuration\n\nAll settings.\n\n## server.port\n\nThe port that the server listens on; 8080 by default.',
  '/flags':
    '# Command line\n\n| flag | meaning |\n| --- | --- |\n| `--dry-run` | Writes nothing. |\n\n```sh\npump --verbose\n```',
  '/valves':
    '# Valves\n\nA valve opens at 3 bar. See the configuration.\n\n## 安全 距离\n\n机器人与人之间的安全距离为两米。',
  '/api/openvalve': '# openValve\n\n## Overview\n\nOpens a valve.\n\n## Parameters\n\nThe pressure.',
  '/typing': '# Typing\n\n## Typing openValve\n\nGive `openValve` its types.\n\n## Wrapping openValve\n\nWrap it.',
  '/de/ventile': '# Ventile\n\nEin Ventil öffnet bei 3 bar. Valve ist Englisch.',
};

let own: TestEngine;
beforeAll(async () => {
  own = await openTestEngine(PAGES);
});
afterAll(() => own.engine.close());

const marked = ({ text, lit }: LitText): string =>
  lit
    .toReversed()
    .reduce((all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`, text);
const paths = ({ pages }: Lookup): string[] => pages.map(({ url }) => new URL(url).pathname);

describe('the page that is meant comes first', () => {
  test.each([
    ['by its title', 'configuration', '/configuration'],
    ['by its title, also without text before the first heading', 'openValve', '/api/openvalve'],
    ['while it is typed', 'configurati', '/configuration'],
    ['from few letters', 'conf', '/configuration'],
    ['with a slip', 'confguration', '/configuration'],
    ['with a slip in what is typed so far', 'confiugr', '/configuration'],
    ['by a heading', 'configure the pump', '/install'],
    ['by a heading that is not finished', 'configure the pu', '/install'],
    ['by a word that is written as two', 'serverport', '/configuration'],
    ['by a dotted name', 'server.port', '/configuration'],
    ['by the beginning of a dotted name', 'server.po', '/configuration'],
    ['by an identifier', 'maxRetryCount', '/install'],
    ['by an identifier with a slip', 'maxRetyrCount', '/install'],
    ['by the beginning of an identifier', 'maxRet', '/install'],
    ['by a flag', '--dry-run', '/flags'],
    ['in a script without spaces', '安全', '/valves'],
  ])('%s', async (_, text, path) => {
    expect(paths(await own.engine.lookUp({ text }))[0]).toBe(path);
  });
});

test('a word is not found by two that no passage has one behind the other', async () => {
  expect(paths(await own.engine.lookUp({ text: 'portvalve' }))).toEqual([]);
  expect(paths(await own.engine.lookUp({ text: 'portValve' }))).not.toEqual([]);
});

test('words that match are lit, and what was found for a slip is told', async () => {
  const { pages, corrected } = await own.engine.lookUp({ text: 'server prot' });
  const [section] = pages[0]!.sections;
  expect(section).toMatchObject({ kind: 'heading', anchor: 'serverport' });
  expect(section!.headings.map(marked)).toEqual(['[server].[port]']);
  expect(marked(section!.snippet)).toBe('The [port] that the [server] listens on; 8080 by default.');
  expect(corrected).toEqual([{ from: 'prot', to: 'port' }]);
});

test('the line of a section is prose before tables, and these before code and labels', async () => {
  const code = '```py title="capture.py"\ncapture = 1\n```';
  const table = '| symbol | meaning |\n| --- | --- |\n| x | capture point |';
  const prose = 'It is calm.\n\nThe capture point is where a foot must stand.';
  // So much code that the sentence stands in another passage than the code.
  const lines = Array.from({ length: 200 }, (_, at) => `capture(step_${at}, ${at})`).join('\n');
  const sections = {
    one: [code, table, prose],
    two: [code, table],
    three: [`\`\`\`py title="capture.py"\n${lines}\n\`\`\``, prose],
    four: [code],
  };
  const pages = Object.fromEntries(
    Object.entries(sections).map(([name, parts]) => [`/${name}`, `# ${name}\n\n${parts.join('\n\n')}`]),
  );
  const site = await openTestEngine(pages);
  const found = await site.engine.lookUp({ text: 'capture' });
  const lineOf = Object.fromEntries(found.pages.map((page) => [page.title.text, page.sections[0]!.snippet.text]));
  expect(lineOf).toEqual({
    one: 'The capture point is where a foot must stand.',
    two: 'x | capture point',
    three: 'The capture point is where a foot must stand.',
    four: 'capture.py',
  });
  await site.engine.close();
});

test('code says that it is code, and long lines are cut around the words', async () => {
  const [page] = (await own.engine.lookUp({ text: 'verbose' })).pages;
  expect(page!.sections[0]).toMatchObject({ kind: 'code', headings: [] });
  const long = await openTestEngine({ '/a': `# A\n\n${'word '.repeat(60)}needle ${'word '.repeat(60)}` });
  const { snippet } = (await long.engine.lookUp({ text: 'needle' })).pages[0]!.sections[0]!;
  expect(snippet.text.length).toBeLessThan(165);
  expect(marked(snippet)).toContain('[needle]');
  await long.engine.close();
});

test('a page is given once, with its sections, and no more pages than asked for', async () => {
  const { pages } = await own.engine.lookUp({ text: 'pump', limit: 1 });
  expect(pages).toHaveLength(1);
  expect(new Set(pages[0]!.sections.map(({ anchor }) => anchor)).size).toBe(pages[0]!.sections.length);
});

test('only pages that the scope lets through', async () => {
  const found = await own.engine.lookUp({ text: 'valve', where: { paths: ['/de/ventile'] } });
  expect(paths(found)).toEqual(['/de/ventile']);
});

test.each(['', '   ', '?!', 'the of and', 'zzzzzzzzz', '\ud800', 'a'.repeat(5_000)])('nothing for %j', async (text) => {
  expect(await own.engine.lookUp({ text })).toMatchObject({ pages: [], corrected: [] });
});

test('without the words of the index what is spelt right is found', async () => {
  const { search, getChunks } = own.store;
  const lookUp = lookUpIn({ terms: undefined, search, getChunks }, () =>
    Promise.resolve({ edition: { locale: '', version: '' }, localeOf: (asked) => asked }),
  );
  expect(paths(await lookUp({ text: 'server port' }))[0]).toBe('/configuration');
  expect((await lookUp({ text: 'confguration' })).pages).toEqual([]);
});

test('rejects before the first publish', async () => {
  const store = await openStore(memoryStore());
  const lookUp = lookUpIn(store, () =>
    Promise.resolve({ edition: { locale: '', version: '' }, localeOf: (asked) => asked }),
  );
  await expect(lookUp({ text: 'a' })).rejects.toMatchObject({ code: 'NOT_INDEXED' });
  await store.close();
});

test.each([
  ['errors logged in production', ['error', 'log', 'product']],
  ['mock up errors', ['mock', 'error']],
  ['the log in', ['login']],
])('a verb is searched with its particle only where both are a word: %s', (text, tokens) => {
  const list = wordList(new Map(['error', 'log', 'login', 'product', 'mock'].map((token) => [token, 2])));
  expect(readTyped(text, list).flatMap((word) => [...word.tokens.keys()])).toEqual(tokens);
});
