import { inTurn, openModelService } from '@ibid/testkit';
import { afterEach, expect, it } from 'vitest';
import { callModel } from './call-model.ts';
import type { ModelOptions } from './model-options.ts';
import { modelService } from './model-service.ts';
import { resolveModel } from './resolve-model.ts';
import { serviceRequest } from './service-request.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const TOOL = {
  type: 'function',
  name: 'search_docs',
  description: 'Searches.',
  parameters: { type: 'object', properties: {}, required: [], additionalProperties: true },
  strict: false,
} as const;

/** The body that goes out, without what is asked. */
async function sent(name: string, more: Partial<ModelOptions> = {}): Promise<Readonly<Record<string, unknown>>> {
  const model = resolveModel({ name, apiKey: 'test-key', ...more });
  const service = await openModelService({ answer: inTurn({ kind: 'text', text: 'Good.' }), models: [model.model] });
  const asked = modelService({ ...model, baseUrl: service.url });
  ends.push(
    () => asked.close(),
    () => service.close(),
  );
  const settings = { temperature: 0.3, maxTokens: 77, hasTools: true };
  const request = {
    systemInstructions: 'Answer.',
    input: 'What?',
    tools: [{ ...TOOL, parameters: { ...TOOL.parameters, required: [] } }],
  };
  await callModel(asked, serviceRequest(request, model, settings), {
    signal: new AbortController().signal,
    firstTokenMs: 5_000,
    idleMs: 5_000,
    totalMs: 5_000,
    maxCharacters: 100,
    onText: () => undefined,
  });
  const { messages: _, input: __, instructions: ___, ...rest } = service.requests[0]!.body as Record<string, unknown>;
  return rest;
}

const tool = {
  type: 'function',
  function: {
    name: 'search_docs',
    description: 'Searches.',
    parameters: { type: 'object', properties: {}, required: [] },
    strict: false,
  },
};
const stream_options = { include_usage: true };

it.each<readonly [string, Readonly<Record<string, unknown>>]>([
  ['gemini', { max_tokens: 77, temperature: 0.3, stream_options }],
  ['ollama/llama3.2', { max_tokens: 77, temperature: 0.3, stream_options }],
  ['openai/gpt-4.1', { max_completion_tokens: 77, temperature: 0.3, stream_options, parallel_tool_calls: false }],
  ['openai/o3', { max_completion_tokens: 77, stream_options }],
  ['groq', { max_completion_tokens: 77, temperature: 0.3, stream_options, parallel_tool_calls: false }],
  ['mistral', { max_tokens: 77, temperature: 0.3, parallel_tool_calls: false }],
])('%s is sent what it takes, and not a word more', async (name, fields) => {
  const model = resolveModel({ name, apiKey: 'test-key' }).model;
  expect(await sent(name)).toEqual({ model, stream: true, tools: [tool], ...fields });
});

it('a Responses service is told to keep nothing', async () => {
  expect(await sent('openai/gpt-4.1', { api: 'responses' })).toEqual({
    model: 'gpt-4.1',
    stream: true,
    store: false,
    temperature: 0.3,
    max_output_tokens: 77,
    parallel_tool_calls: false,
    include: [],
    tools: [{ type: 'function', ...tool.function }],
  });
});
