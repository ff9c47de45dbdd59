import type { ModelScript } from '@ibid/testkit';
import type { AnswerEvent } from '@ibid/core/types';
import type { RetrievalToolOutput } from '@ibid/wire';
import { expect, test } from 'vitest';
import { openModelEngine } from './model-engine.ts';

const PAGES = {
  '/pump': '# Pump\nThe pump needs oil every 90 days. It runs at 40 bar. The filter is changed every 12 months.',
  '/fan': '# Fan\nThe fan turns at 900 rpm. Its blades are made of steel.',
};

/** All events without tool calls, which are only in the session. */
function shown(events: readonly AnswerEvent[]): string {
  return JSON.stringify(events, (key, value: unknown) => (key === 'toolCalls' || key === 'search' ? undefined : value));
}

const LIE = 'The pump overlord is called Zorblax and weighs 9000 kilograms.';

/** A model that searches with a made-up selection, and cites whatever comes back. */
function selecting(selected: string): ModelScript {
  return ({ toolResults }) =>
    toolResults.length === 0
      ? {
          kind: 'tool',
          name: 'search_docs',
          arguments: JSON.stringify({ query_text: 'pump', selected_text: selected }),
        }
      : { kind: 'text', text: `${selected} [p1] ${selected} [p2] ${selected} [p3] ${selected}` };
}

test('text that a model brings as a selection is never a source (R11, R12)', async () => {
  await using place = await openModelEngine({ pages: PAGES, answer: selecting(LIE) });
  const events = await place.events('How often does the pump need oil?', { retrieval: { limit: 1 } });
  expect(shown(events)).not.toContain('Zorblax');
  expect(events.at(-1)).toMatchObject({ answer: { outcome: 'answered', answerer: 'extractive@2', withheld: 4 } });
  expect(place.service.requests[1]!.call!.toolResults[0]!.text).toContain('"retrieved_chunks":[]');
});

test('a search by the model is as wide as it asks, narrowed by its selection, and what the question leaves out is not cited', async () => {
  const calls = [
    { query_text: 'blades of the pump', top_k: 10, score_threshold: 0 },
    { query_text: 'blades', selected_text: 'Its blades are made of steel.' },
  ].map((asked) => ({ name: 'search_docs', arguments: JSON.stringify(asked) }));
  await using place = await openModelEngine({
    pages: PAGES,
    answer: ({ toolResults }) =>
      toolResults.length === 0
        ? { kind: 'tools', calls }
        : { kind: 'text', text: 'The pump needs oil every 90 days. [p1]' },
  });
  const retrieval = { limit: 1, minSimilarity: 0.8 };
  const events = await place.events('How often does the pump need oil?', { retrieval });
  const [wide, narrow] = place.service.requests[1]!.call!.toolResults.map(
    ({ text }) => (JSON.parse(text) as RetrievalToolOutput).retrieved_chunks as readonly object[],
  );
  expect(wide).toHaveLength(2);
  expect(wide!.some((chunk) => !('label' in chunk))).toBe(true);
  expect(narrow).toEqual([expect.objectContaining({ section_heading: 'Fan', similarity_score: 1 })]);
  const { answer } = events.at(-1) as Extract<AnswerEvent, { readonly type: 'run-end' }>;
  expect(answer.model?.toolCalls).toEqual(
    calls.map(({ name, arguments: input }, at) => ({ name, input, results: [2, 1][at] })),
  );
});

test("a model's selection from another page does not leave the question's page (R4)", async () => {
  await using place = await openModelEngine({ pages: PAGES, answer: selecting('The fan turns at 900 rpm.') });
  const events = await place.events('How often does the pump need oil?', { where: { paths: ['/pump'] } });
  expect(shown(events)).not.toContain('900 rpm');
});

test('a rewriting counts among the four calls of a question', async () => {
  await using place = await openModelEngine({
    pages: PAGES,
    rewriteMs: 2_000,
    answer({ index, tools }) {
      if (index === 0) return { kind: 'text', text: 'How fast is the fan?' };
      return tools.length > 0
        ? { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"fan"}' }
        : { kind: 'text', text: 'The fan turns at 900 rpm.' };
    },
  });
  const history = [{ role: 'reader', text: 'What is the fan?' }] as const;
  const answer = await place.ask('How fast is it?', { history });
  expect(answer).toMatchObject({ outcome: 'answered', asked: 'How fast is the fan?', model: { fault: undefined } });
  expect(place.service.requests).toHaveLength(4);
});
