import { expect, test } from 'vitest';
import { openTestEngine } from './engine-fixture.ts';
import { withLastPage } from './last-page.ts';

const PAGES = {
  '/cache': `# Cache of components
A cached component stays alive while another tab is shown. To cache a component when switching between tabs, put it into a cache.

## Size
The limit is ten instances. Older ones are dropped.`,
  '/components': `# Components
## Switch
Switching between components replaces one component by the other. Tabs are components, too.`,
  '/pivot': `# Pivot
A table is pivoted with \`pivot\`.

## Lazy
A lazy frame has no pivot; collect it first.`,
  '/tables': `# Tables
## Create a table
A table of a lazy frame is created with \`table\`.

## Drop a table
A table is dropped with \`drop\`.`,
};

const QUESTION = 'how do I cache a component when switching between tabs?';

test('a follow-up is answered from the page of the question before', async () => {
  const { ask } = await openTestEngine(PAGES);
  const history = [{ role: 'reader', text: QUESTION }] as const;
  const answer = await ask('is there a limit on it?', { history });
  expect(answer.excerpts[0]).toMatchObject({ title: 'Cache of components', heading: 'Size' });
});

test('the page of another question does not draw away an independent one', async () => {
  const { ask } = await openTestEngine(PAGES);
  const answer = await ask('How is a table dropped?', { history: [{ role: 'reader', text: QUESTION }] });
  expect(answer.excerpts[0]).toMatchObject({ heading: 'Drop a table' });
});

test.each([
  ['a scope', { where: { paths: ['/components'] } }],
  ['a threshold of similarity', { retrieval: { limit: 5, minSimilarity: 0.01 } }],
] as const)('nothing is added to the search with %s', async (_, rest) => {
  const { engine } = await openTestEngine(PAGES);
  const given = { text: 'is there a limit on it?', history: [{ role: 'reader', text: QUESTION }], ...rest } as const;
  const { retrieval } = await engine.find(given);
  const alone = await engine.find({
    ...given,
    text: 'is there a limit on it? (component, switching, tabs)',
    history: [],
  });
  expect(retrieval.hits.map(({ score }) => score)).toEqual(alone.retrieval.hits.map(({ score }) => score));
});

test('of two hits that are about as good, the one on the page of the question before comes first', async () => {
  const { engine } = await openTestEngine(PAGES);
  const found = await engine.search({ text: 'component switching', limit: 5 });
  const [first, second] = found.hits;
  const retrieval = { ...found, hits: [first!, { ...second!, score: first!.score - 0.2 }] };
  const search = async (): Promise<typeof found> => ({ ...found, hits: [retrieval.hits[1]!] });
  const history = [{ role: 'reader', text: QUESTION }] as const;
  const { hits } = await withLastPage(search, { history, ownWords: '' }, { text: '', limit: 5 }, retrieval, {});
  expect(hits.map(({ chunk }) => chunk.id)).toEqual([second!.chunk.id, first!.chunk.id]);
});
