import { expect, test } from 'vitest';
import { openTestEngine } from './engine-fixture.ts';

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

test('the scope of a question comes first', async () => {
  const { ask } = await openTestEngine(PAGES);
  const history = [{ role: 'reader', text: QUESTION }] as const;
  const answer = await ask('what does switching it replace?', { history, where: { paths: ['/components'] } });
  expect(answer.excerpts.map(({ title }) => title)).toEqual(['Components']);
});
