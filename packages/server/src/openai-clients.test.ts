/** Tests clients of the OpenAI API over a real socket. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { BadRequestError, OpenAI } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSmallIndex } from './testing/serve-small-index.ts';

const QUESTION = 'What is the default for retries?';
const messages = [{ role: 'user' as const, content: QUESTION }];

let server: Awaited<ReturnType<typeof serveSmallIndex>>;
let client: OpenAI;

beforeAll(async () => {
  server = await serveSmallIndex();
  client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'any', maxRetries: 0 });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** Members that the library does not have. */
interface Proved {
  readonly ibid: { readonly outcome: string; readonly citations: readonly { readonly quote: string }[] };
}

describe("OpenAI's library", () => {
  it('gets an answer whose annotations mark the proved words', async () => {
    const { choices, usage, ...rest } = await client.chat.completions.create({ model: 'ibid', messages });
    const { content, annotations } = choices[0]!.message;
    const { ibid } = rest as unknown as Proved;
    expect(content).toContain('retries | 3');
    expect(annotations!.length).toBeGreaterThan(0);
    for (const { url_citation: cited } of annotations!) {
      const words = content!.slice(cited.start_index, cited.end_index);
      expect(ibid.citations.some(({ quote }) => words.replaceAll('`', '').startsWith(quote))).toBe(true);
      expect(cited.url).toContain('#');
    }
    expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
  });

  it('gets the same text in pieces, then annotations and usage', async () => {
    const whole = await client.chat.completions.create({ model: 'ibid', messages });
    const options = { stream: true, stream_options: { include_usage: true } } as const;
    const chunks = await Array.fromAsync(await client.chat.completions.create({ model: 'ibid', messages, ...options }));
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe(whole.choices[0]!.message.content);
    expect(deltas.at(-1)).toEqual({ annotations: whole.choices[0]!.message.annotations });
    expect(chunks.at(-1)!.usage).toEqual(whole.usage);
    expect(chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason)).at(-1)).toBe('stop');
  });

  it('asks follow-ups with the earlier messages', async () => {
    const first = await client.chat.completions.create({ model: 'ibid', messages });
    const said = { role: 'assistant' as const, content: first.choices[0]!.message.content };
    const asked = { role: 'user' as const, content: 'And for the timeout?' };
    const second = await client.chat.completions.create({ model: 'ibid', messages: [...messages, said, asked] });
    expect(second.choices[0]!.message.content).toContain('timeout | 30 s');
  });

  it('gets a plain message if the docs do not answer', async () => {
    const foreign = [{ role: 'user' as const, content: 'Who won the world cup in 2018?' }];
    const reply = await client.chat.completions.create({ model: 'ibid', messages: foreign });
    expect(reply.choices[0]!.message.annotations).toEqual([]);
    expect((reply as unknown as Proved).ibid.outcome).toBe('insufficient');
  });

  it('lists the model', async () => {
    expect((await Array.fromAsync(client.models.list())).map(({ id }) => id)).toEqual(['ibid']);
    expect(await client.models.retrieve('ibid')).toMatchObject({ id: 'ibid', object: 'model' });
    await expect(client.embeddings.create({ input: 'x', model: 'ibid' })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
      message: '404 There is nothing at this address.',
    });
    await expect(client.models.retrieve('gpt-4o')).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    [{ n: 2 }, 'n'],
    [{ logprobs: true }, 'logprobs'],
    [{ tool_choice: 'required' }, 'tool_choice'],
    [{ function_call: { name: 'search' } }, 'function_call'],
    [{ response_format: {} }, 'response_format.type'],
    [{ response_format: { type: 'json_object' } }, 'response_format'],
    [{ model: 'gpt-5' }, 'model'],
    [{ messages: [] }, 'messages'],
    [{ messages: [{ role: 'assistant', content: 'Well' }] }, 'messages'],
    [{ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }] }, 'messages'],
  ])('gets an explanation of what is wrong with %j', async (over, param) => {
    const request = { model: 'ibid', messages, ...over } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const failed = await client.chat.completions.create(request).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(BadRequestError);
    expect(failed).toMatchObject({ status: 400, param, type: 'invalid_request_error', code: 'invalid_request' });
    expect((failed as Error).message).toContain(`\`${param}\` `);
  });
});

function throughAiSdk(): ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']> {
  return createOpenAICompatible({ name: 'ibid', baseURL: `${server.url}/v1`, includeUsage: true }).chatModel('ibid');
}

describe('the AI SDK', () => {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: QUESTION }] }];

  it('gets an answer, and the same in a stream', async () => {
    const { content } = await throughAiSdk().doGenerate({ prompt });
    const { stream } = await throughAiSdk().doStream({ prompt });
    const parts = await Array.fromAsync(stream as unknown as AsyncIterable<{ type: string; delta?: string }>);
    const streamed = parts.flatMap(({ type, delta }) => (type === 'text-delta' ? [delta] : [])).join('');
    expect(content).toMatchObject([{ type: 'text', text: streamed }]);
    expect(streamed).toContain('retries | 3');
    expect(parts.at(-1)).toMatchObject({ type: 'finish', usage: expect.anything() });
  });
});
