import { quotingModel, searchingModel } from '@ibid/testkit';
import { expect, test } from 'vitest';
import { openModelEngine } from './model-engine-fixture.ts';

const PAGES = {
  '/pump': '# Pump\nThe pump needs oil every 90 days. It runs at 40 bar. The filter is changed every 12 months.',
  '/fan': '# Fan\nThe fan turns at 900 rpm. Its blades are made of steel.',
};

test.each(['chat', 'responses'] as const)('a model words the answer, every sentence proved (%s)', async (api) => {
  await using place = await openModelEngine({ pages: PAGES, answer: quotingModel(), api });
  const answer = await place.ask('How often does the pump need oil?');
  expect(answer).toMatchObject({ outcome: 'answered', answerer: 'agent/gemini-2.0-flash', message: '' });
  expect(answer.model).toMatchObject({ model: 'gemini-2.0-flash', fault: undefined });
  expect(answer.statements.map(({ text }) => text)).toContain('The pump needs oil every 90 days.');
  expect(place.service.requests).toHaveLength(1);
});

test('a model that searches by itself answers from what it found', async () => {
  await using place = await openModelEngine({ pages: PAGES, answer: searchingModel() });
  const events = await place.events('How often does the pump need oil?', { retrieval: { limit: 1 } });
  expect(events.map(({ type }) => type)).toContain('search-end');
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'run-end', answer: { outcome: 'answered', model: { fault: undefined } } });
});
