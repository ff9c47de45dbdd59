import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';
import { openModelService, type ModelService, type ModelServiceOptions } from './model-service.ts';
import type { ScriptedReply } from './scripted-reply.ts';
import { serviceTokens } from './service-tokens.ts';

const opened: ModelService[] = [];

async function open(options: Partial<ModelServiceOptions> = {}): Promise<{ service: ModelService; client: OpenAI }> {
  const service = await openModelService({ answer: () => TEXT, ...options });
  opened.push(service);
  return { service, client: new OpenAI({ baseURL: service.url, apiKey: service.apiKey, maxRetries: 0 }) };
}

afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

const TEXT = { kind: 'text', text: 'Topics are buses. [p1] Überall 漢字 🙂. [p2]' } as const;
const SEARCH = { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' } as const;
const model = 'test-model';
const messages = [{ role: 'user' as const, content: 'What are topics?' }];
const tools = [
  {
    type: 'function' as const,
    function: { name: 'search_docs', description: 'Searches.', parameters: { type: 'object' } },
  },
];
const flatTools = [
  {
    type: 'function' as const,
    name: 'search_docs',
    description: 'Searches.',
    parameters: { type: 'object' },
    strict: false,
  },
];

describe('the official client reads Chat Completions', () => {
  test('as one body', async () => {
    const { service, client } = await open();
    const { data, response } = await client.chat.completions.create({ model, messages }).withResponse();
    expect(data.choices).toHaveLength(1);
    expect(data.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: TEXT.text },
    });
    expect(data.object).toBe('chat.completion');
    expect(data.usage).toMatchObject({
      prompt_tokens: service.billed.inputTokens,
      completion_tokens: serviceTokens(TEXT.text),
      total_tokens: service.billed.inputTokens + service.billed.outputTokens,
    });
    expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/u);
    expect(service.requests).toMatchObject([
      { isComplete: true, closedBy: undefined, isKeyAccepted: true, path: '/v1/chat/completions' },
    ]);
  });

  test('as a stream, through its own helper', async () => {
    const { service, client } = await open();
    const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: TEXT.text } });
    expect(final.usage).toMatchObject({ completion_tokens: service.billed.outputTokens });
    expect(service.billed.outputTokens).toBe(serviceTokens(TEXT.text));
  });

  test('without usage where it was not asked for', async () => {
    const { client } = await open();
    const chunks = await Array.fromAsync(await client.chat.completions.create({ model, messages, stream: true }));
    expect(chunks.filter((chunk) => 'usage' in chunk)).toEqual([]);
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  test('with a tool, whose result goes back to the model', async () => {
    const { service, client } = await open({ answer: (call) => (call.toolResults.length === 0 ? SEARCH : TEXT) });
    const first = await client.chat.completions.stream({ model, messages, tools }).finalMessage();
    const called = first.tool_calls![0]!;
    expect(called).toMatchObject({ type: 'function', function: { name: 'search_docs', arguments: SEARCH.arguments } });
    const result = { role: 'tool' as const, tool_call_id: called.id, content: '{"found":1}' };
    const second = await client.chat.completions.create({ model, messages: [...messages, first, result], tools });
    expect(second.choices[0]?.message.content).toBe(TEXT.text);
    expect(service.requests[1]?.call?.toolResults).toEqual([
      { callId: called.id, name: 'search_docs', text: '{"found":1}' },
    ]);
    expect(service.requests[1]?.call?.tools).toMatchObject([{ name: 'search_docs', description: 'Searches.' }]);
  });
});

describe('the official client reads Responses', () => {
  test('as one body', async () => {
    const { service, client } = await open();
    const response = await client.responses.create({ model, input: 'What are topics?', instructions: 'Be brief.' });
    expect(response).toMatchObject({ status: 'completed', output_text: TEXT.text, error: null });
    expect(response.usage).toMatchObject({
      input_tokens: service.billed.inputTokens,
      output_tokens: service.billed.outputTokens,
    });
    expect(service.requests[0]?.call?.messages).toEqual([
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'What are topics?' },
    ]);
  });

  test('as a stream, through its own helper', async () => {
    const { client } = await open();
    const final = await client.responses.stream({ model, input: 'What are topics?' }).finalResponse();
    expect(final).toMatchObject({ status: 'completed', output_text: TEXT.text });
  });

  test('with a tool, whose result goes back to the model', async () => {
    const { service, client } = await open({ answer: (call) => (call.toolResults.length === 0 ? SEARCH : TEXT) });
    const input = [{ role: 'user' as const, content: 'What are topics?' }];
    const first = await client.responses.stream({ model, input, tools: flatTools }).finalResponse();
    const called = first.output[0]!;
    expect(called).toMatchObject({ type: 'function_call', name: 'search_docs', arguments: SEARCH.arguments });
    if (called.type !== 'function_call') throw new Error('no call');
    const second = await client.responses.create({
      model,
      tools: flatTools,
      input: [...input, called, { type: 'function_call_output', call_id: called.call_id, output: 'found' }],
    });
    expect(second.output_text).toBe(TEXT.text);
    expect(service.requests[1]?.call?.toolResults).toEqual([
      { callId: called.call_id, name: 'search_docs', text: 'found' },
    ]);
  });

  test('a text cut at the token limit as incomplete', async () => {
    const { client } = await open();
    const response = await client.responses.create({ model, input: 'x', max_output_tokens: 3 });
    expect(response).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } });
    expect(TEXT.text.startsWith(response.output_text)).toBe(true);
    expect(response.usage?.output_tokens).toBeLessThanOrEqual(3);
  });
});

test('the same call is answered by the same bytes', async () => {
  const bodies: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { service } = await open();
    bodies.push(await (await post(service, { model, messages, stream: true })).text());
  }
  expect(bodies[0]).toContain('[DONE]');
  expect(bodies[1]).toBe(bodies[0]);
});

test('lists its models', async () => {
  const { client } = await open({ models: ['test-model', 'cheap-model'] });
  const list = await client.models.list();
  expect(list.data.map(({ id, object }) => [id, object])).toEqual([
    ['test-model', 'model'],
    ['cheap-model', 'model'],
  ]);
  await expect(client.models.retrieve('cheap-model')).resolves.toMatchObject({ id: 'cheap-model' });
  await expect(client.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
});

test('embeddings are answered by the handler that is given, and by nobody else', async () => {
  const { service } = await open({ embeddings: async (request) => Response.json({ got: await request.json() }) });
  const { service: bare } = await open();
  const body = { model: 'm', input: ['x'] };
  const reply = await post(service, body, 'embeddings');
  expect([reply.status, await reply.json()]).toEqual([200, { got: body }]);
  expect((await post(bare, body, 'embeddings')).status).toBe(404);
});

type Refusal = readonly [name: string, body: object | string, status: number, code: string | null, message: string];

const CALLED = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
};
const REFUSALS: readonly Refusal[] = [
  ['a body that is no JSON', '{', 400, null, 'could not parse'],
  ['a body without a model', { messages }, 400, null, 'must provide a model'],
  ['a model that is not there', { model: 'gpt-none', messages }, 404, 'model_not_found', 'gpt-none'],
  ['no messages', { model }, 400, 'missing_required_parameter', "'messages'"],
  ['a role that is not there', { model, messages: [{ role: 'bot', content: 'x' }] }, 400, 'invalid_value', "'bot'"],
  ['a parameter that nobody knows', { model, messages, top_k: 5 }, 400, null, 'top_k'],
  ['a parameter that this model does not take', { model, messages, seed: 1 }, 400, 'unsupported_parameter', "'seed'"],
  ['a temperature out of range', { model, messages, temperature: 3 }, 400, 'decimal_above_max_value', 'got 3'],
  ['no room for an answer', { model, messages, max_tokens: 0 }, 400, 'integer_below_min_value', 'got 0'],
  ['stream options without a stream', { model, messages, stream_options: {} }, 400, null, 'stream_options'],
  [
    'a tool result without a call',
    { model, messages: [{ role: 'tool', tool_call_id: 'a', content: '' }] },
    400,
    null,
    'preceeding',
  ],
  [
    'a call without its result',
    { model, messages: [CALLED, ...messages] },
    400,
    null,
    'did not have response messages: a',
  ],
];

test.each(REFUSALS)('refuses %s as the real service does', async (_, body, status, code, message) => {
  const { service } = await open({ unsupported: ['seed'] });
  const reply = await post(service, body);
  const { error } = (await reply.json()) as { error: Record<string, unknown> };
  expect([reply.status, error['code'], error['type']]).toEqual([status, code, 'invalid_request_error']);
  expect(error['message']).toContain(message);
  expect(service.requests[0]).toMatchObject({ call: undefined, billed: { inputTokens: 0, outputTokens: 0 } });
});

test('refuses a wrong key and none, and records neither', async () => {
  const { service } = await open();
  const wrong = await post(service, { model, messages }, 'chat/completions', 'Bearer sk-very-secret-key');
  expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining('"invalid_api_key"')]);
  const none = await post(service, { model, messages }, 'chat/completions', '');
  expect([none.status, await none.text()]).toEqual([401, expect.stringContaining("didn't provide an API key")]);
  expect(service.requests.map(({ isKeyAccepted }) => isKeyAccepted)).toEqual([false, false]);
  expect(JSON.stringify(service.requests)).not.toContain('very-secret');
});

test('a script that throws is a fault of the test, and said so', async () => {
  const { service } = await open({
    answer: () => {
      throw new Error('no such page');
    },
  });
  const reply = await post(service, { model, messages });
  expect([reply.status, await reply.text()]).toEqual([501, expect.stringContaining('no such page')]);
});

test('a script may be changed between calls', async () => {
  const { service, client } = await open();
  const other: ScriptedReply = { kind: 'text', text: 'Other.' };
  service.answerWith(() => other);
  const reply = await client.chat.completions.create({ model, messages });
  expect(reply.choices[0]?.message.content).toBe('Other.');
});

function post(
  service: ModelService,
  body: object | string,
  path = 'chat/completions',
  authorization = `Bearer ${service.apiKey}`,
): Promise<Response> {
  return fetch(`${service.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === '' ? {} : { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
