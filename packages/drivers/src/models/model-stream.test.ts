import { openModelService } from '@ibid/testkit';
import { expect, it } from 'vitest';
import { callModel, type ModelTool } from './call-model.ts';
import { resolveModel } from './resolve-model.ts';

const TOOL: ModelTool = {
  type: 'function',
  name: 'search_docs',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: {}, required: [] },
};

/** The request body without the question. */
async function sent(name: string, leftOut: readonly string[] = []): Promise<Readonly<Record<string, unknown>>> {
  const model = resolveModel({ name, apiKey: 'test-key' });
  await using service = await openModelService({
    answer: () => ({ kind: 'text', text: 'Good.' }),
    models: [model.model],
  });
  const { reply } = await callModel(
    { ...model, baseUrl: service.url },
    {
      instructions: 'Answer.',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' }] }],
      tools: [TOOL],
    },
    {
      signal: new AbortController().signal,
      temperature: 0.3,
      maxTokens: 77,
      leftOut: new Set(leftOut),
      firstTokenMs: 5_000,
      idleMs: 5_000,
      totalMs: 5_000,
      maxCharacters: 100,
      onText: () => undefined,
    },
  );
  expect(reply?.text).toBe('Good.');
  const { messages, ...rest } = service.requests[0]!.body as Record<string, unknown>;
  expect(messages).toEqual([
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: 'What?' },
  ]);
  return rest;
}

const { type, inputSchema: parameters, ...named } = TOOL;
const tools = [{ type, function: { ...named, parameters } }];
const usage = { stream_options: { include_usage: true } };

it.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['gemini', { max_tokens: 77, temperature: 0.3, ...usage }],
  ['ollama/llama3.2', { max_tokens: 77, temperature: 0.3, ...usage }],
  ['lmstudio/qwen', { max_tokens: 77, temperature: 0.3, ...usage }],
  ['openai/gpt-4.1', { max_completion_tokens: 77, temperature: 0.3, ...usage, parallel_tool_calls: false }],
  ['openai/o3', { max_completion_tokens: 77, ...usage }],
  ['groq/llama', { max_completion_tokens: 77, temperature: 0.3, ...usage, parallel_tool_calls: false }],
  ['mistral', { max_tokens: 77, temperature: 0.3, parallel_tool_calls: false }],
])('%s is sent what it takes, and not a word more', async (name, fields) => {
  const { model } = resolveModel({ name, apiKey: 'test-key' });
  expect(await sent(name)).toEqual({ model, stream: true, tools, ...fields });
});

it('what a service has refused is left out, and a limit goes by its other name', async () => {
  expect(await sent('together/x', ['max_tokens', 'temperature', 'stream_options'])).toEqual({
    model: 'x',
    stream: true,
    tools,
    max_completion_tokens: 77,
  });
});
