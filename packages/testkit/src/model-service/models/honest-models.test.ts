import { expect, test } from 'vitest';
import type { ModelScript } from '../scripted-reply.ts';
import { sketchCall, SOURCES } from './call-fixture.ts';
import { quotingModel } from './quoting-model.ts';
import { readSources } from './read-sources.ts';
import { searchingModel } from './searching-model.ts';

async function said(model: ModelScript, ...call: Parameters<typeof sketchCall>): Promise<string> {
  const reply = await model(sketchCall(...call));
  if (reply.kind !== 'text') throw new Error(`It said ${reply.kind}.`);
  return reply.text;
}

test('quotes the source that fits the question best, each sentence with its label', async () => {
  expect(await said(quotingModel(), 'What is a topic?')).toBe(
    'A topic is a named bus over which nodes exchange messages. [p1]',
  );
  expect(await said(quotingModel(), 'Within how many seconds do services return, and for each request?')).toBe(
    'A service answers each request exactly once. [p2] Services should return within 5 seconds. [p2]',
  );
});

test('rewords lightly where it is asked to', async () => {
  expect(await said(quotingModel({ paraphrases: true }), 'Does a publisher know its subscribers?')).toBe(
    'A publisher does not know its subscribers. [p1]',
  );
});

test('says the agreed word where no source shares a word with the question', async () => {
  expect(await said(quotingModel(), 'Who won yesterday?')).toBe('NOT_IN_SOURCES');
  expect(await said(quotingModel(), 'What is a topic?', { sources: [] })).toBe('NOT_IN_SOURCES');
});

test('says no more sentences than it is told', async () => {
  const text = await said(quotingModel({ sentences: 1 }), 'Do services answer within 5 seconds, and once?');
  expect(text.match(/\[p2\]/gu)).toHaveLength(1);
});

test('searches once where it can, then answers from what it found', async () => {
  const tools = ['search_docs'];
  const model = searchingModel();
  expect(await model(sketchCall('Who sends parameters?', { tools }))).toEqual({
    kind: 'tool',
    name: 'search_docs',
    arguments: '{"query_text":"Who sends parameters?"}',
  });
  const text = JSON.stringify({
    retrieved_chunks: [{ label: 'p7', content_text: 'Parameters are sent by the launcher.' }],
  });
  const toolResults = [{ callId: 'a', name: 'search_docs', text }];
  expect(await said(model, 'Who sends parameters?', { tools, toolResults })).toBe(
    'Parameters are sent by the launcher. [p7]',
  );
  expect(await said(model, 'What is a topic?')).toContain('[p1]');
});

test('reads sources and the question of prompts of other shapes', () => {
  expect(readSources(sketchCall('What?')).sources).toEqual(SOURCES);
  const call = sketchCall('What?');
  const prose = { ...call, messages: [...call.messages, { role: 'user' as const, text: 'And what are actions?' }] };
  expect(readSources(prose)).toMatchObject({ question: 'And what are actions?', sources: SOURCES });
});
