import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import { openModelService, type ModelService, type ModelServiceOptions } from './model-service.ts';

const opened: ModelService[] = [];

async function open(options: ModelServiceOptions): Promise<{ service: ModelService; client: OpenAI }> {
  const service = await openModelService(options);
  opened.push(service);
  return { service, client: new OpenAI({ baseURL: service.url, apiKey: service.apiKey, maxRetries: 0 }) };
}

afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

const QUESTION = [{ role: 'user' as const, content: 'What are topics?' }];

test('a completion is read whole by the official client', async () => {
  const { service, client } = await open({ answer: () => ({ kind: 'text', text: 'Topics are buses. [p1]' }) });
  const reply = await client.chat.completions.create({ model: 'test-model', messages: QUESTION });
  expect(reply.choices[0]?.message.content).toBe('Topics are buses. [p1]');
  expect(reply.choices[0]?.finish_reason).toBe('stop');
  expect(reply.usage).toMatchObject({ prompt_tokens: service.billed.inputTokens, completion_tokens: 6 });
  expect(service.requests).toMatchObject([{ isComplete: true, closedBy: undefined, isKeyAccepted: true }]);
});

test('a stream adds up to the same text, with its usage at the end', async () => {
  const { service, client } = await open({ answer: () => ({ kind: 'text', text: 'Topics are buses. [p1]' }) });
  const stream = await client.chat.completions.create({
    model: 'test-model',
    messages: QUESTION,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Topics are buses. [p1]');
  expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: service.billed.outputTokens } });
});

test('a Responses stream is read by the official client', async () => {
  const { service, client } = await open({ answer: () => ({ kind: 'text', text: 'Topics are buses. [p1]' }) });
  const stream = client.responses.stream({ model: 'test-model', input: 'What are topics?' });
  const final = await stream.finalResponse();
  expect(final.output_text).toBe('Topics are buses. [p1]');
  expect(final.usage?.output_tokens).toBe(service.billed.outputTokens);
});
