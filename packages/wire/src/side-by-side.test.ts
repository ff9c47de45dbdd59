/** Encodes one run in all dialects and compares the texts. Golden transcripts and `describeDialect` check the rest of each reply. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dialects } from './registry.ts';
import { recordedEvents } from './testing/check-transcripts.ts';
import { endpointOf } from './testing/endpoint-parts.ts';
import { testContext } from './testing/test-context.ts';

const events = recordedEvents(join(import.meta.dirname, 'native/__fixtures__'), 'contradiction');
const recorded = events.flatMap((event) => (event.type === 'run-end' ? [event.answer] : []))[0]!;
const passages = events.flatMap((event) => (event.type === 'retrieval-end' ? event.passages : []));
const answer = { ...recorded, warnings: [{ code: 'budget', text: 'three hits were left out' }] };

interface Reply {
  readonly answer?: string;
  readonly response_text?: string;
  readonly choices?: readonly { readonly message: { readonly content: string } }[];
}

const replies = dialects.map(({ name, endpoints }) => {
  const { body } = endpointOf(endpoints, 'answer').encodeAnswer({ answer, passages }, testContext());
  return { name, body: body as Reply };
});

function withFootnotes(first: string, second: string): readonly string[] {
  return [`The default port is 3210.${first}`, `The default port is 8080.${second}`];
}

it('one run has the same text in all vocabularies, apart from footnotes', () => {
  const texts = replies.map(({ name, body: { answer: text, response_text, choices } }) => [
    name,
    (text ?? response_text ?? choices?.[0]?.message.content)?.split('\n\n'),
  ]);
  const serve = 'https://docs.example.org/serve';
  const old = 'https://docs.example.org/old/serve';
  const directive = ':~:text=The%20default%20port%20is';
  expect(Object.fromEntries(texts)).toEqual({
    native: withFootnotes('', ''),
    ask: withFootnotes(` [Source: ${serve}, Section: Serve]`, ` [Source: ${old}, Section: Port]`),
    agent: withFootnotes(' [1]', ' [2]'),
    answer: withFootnotes(' [1]', ' [2]'),
    query: withFootnotes(' [1]', ' [2]'),
    openai: withFootnotes(` [[1]](${serve}#${directive}%203210.)`, ` [[2]](${old}#port${directive}%208080.)`),
  });
});

it.each(replies)('$name has the warnings of a run', ({ body }) => {
  expect(JSON.stringify(body)).toContain('hree hits were left out');
});
