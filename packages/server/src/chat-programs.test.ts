/**
 * The conversations that Open WebUI and LibreChat have with a server, written after their public sources: which requests they send, with
 * which headers and members, and what they read of the replies.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSmallIndex } from './testing/serve-small-index.ts';

const FIRST = 'What is the default for retries?';
const NEXT = 'And for the timeout?';
/** Longer than a question may be, as a prompt for a title with a conversation in it is. */
const TITLE_PROMPT = `### Task:\nGenerate a concise title for the chat history.\n${'### Guidelines: be brief.\n'.repeat(100)}`;

interface Program {
  readonly headers: Readonly<Record<string, string>>;
  /** Only in requests with a body. */
  readonly bodyHeaders: Readonly<Record<string, string>>;
  readonly ask: (messages: readonly object[]) => object;
  readonly userMessage: (text: string) => object;
  readonly title: object;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  'Open WebUI': {
    headers: {
      Authorization: 'Bearer sk-any',
      'User-Agent': 'Python/3.11 aiohttp/3.12.15',
      'X-OpenWebUI-User-Name': 'Ada%20Lovelace',
      'X-OpenWebUI-User-Id': '5b0f',
      'X-OpenWebUI-User-Email': 'ada@example.org',
      'X-OpenWebUI-User-Role': 'user',
    },
    bodyHeaders: { 'Content-Type': 'application/json', 'X-OpenWebUI-Chat-Id': '7c1e' },
    ask: (messages) => ({
      stream: true,
      model: 'ibid',
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      stream_options: { include_usage: true },
      temperature: 0.8,
      max_tokens: 1024,
    }),
    userMessage: (content) => ({ role: 'user', content }),
    title: {
      model: 'ibid',
      messages: [{ role: 'user', content: TITLE_PROMPT }],
      stream: false,
      max_completion_tokens: 1000,
    },
  },
  LibreChat: {
    headers: { Authorization: 'Bearer sk-any', Accept: 'application/json' },
    bodyHeaders: {
      'Content-Type': 'application/json',
      'User-Agent': 'OpenAI/JS 5.12.2',
      'X-Stainless-Lang': 'js',
      'X-Stainless-Package-Version': '5.12.2',
      'X-Stainless-Runtime': 'node',
      'X-Stainless-Retry-Count': '0',
    },
    ask: (messages) => ({
      model: 'ibid',
      user: '665f1c0e',
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      stream: true,
      stream_options: { include_usage: true },
      messages,
    }),
    userMessage: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
    title: { model: 'ibid', user: '665f1c0e', temperature: 0.2, messages: [{ role: 'user', content: TITLE_PROMPT }] },
  },
};

interface Chunk {
  readonly id: string;
  readonly object: string;
  readonly choices: readonly {
    readonly delta: {
      readonly role?: string;
      readonly content?: string;
      readonly annotations?: readonly { readonly type: string; readonly url_citation: { readonly url: string } }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly total_tokens: number } | null;
}

function contentOf(chunks: readonly Chunk[]): string {
  return chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
}

let server: Awaited<ReturnType<typeof serveSmallIndex>>;
beforeAll(async () => {
  server = await serveSmallIndex();
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each(Object.entries(PROGRAMS))('%s', (_, { headers, bodyHeaders, ask, userMessage, title }) => {
  const post = (body: object): Promise<Response> =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, ...bodyHeaders },
      body: JSON.stringify(body),
    });

  /** Reads a stream line by line as both programs do. */
  async function streamed(messages: readonly object[]): Promise<readonly Chunk[]> {
    const response = await post(ask(messages));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(lines.pop()).toBe('data: [DONE]');
    return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Chunk);
  }

  it('finds the model', async () => {
    const { data } = (await (await fetch(`${server.url}/v1/models`, { headers })).json()) as {
      readonly data: readonly { readonly id: string; readonly object: string }[];
    };
    expect(data.map(({ id, object }) => [id, object])).toEqual([['ibid', 'model']]);
  });

  it('shows the text as it comes, its sources and its usage', async () => {
    const chunks = await streamed([userMessage(FIRST)]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
    expect(chunks[0]!.choices[0]!.delta.role).toBe('assistant');
    expect(contentOf(chunks)).toContain('retries | 3');
    const sources = chunks.flatMap(({ choices }) => choices[0]?.delta.annotations ?? []);
    expect(sources.length).toBeGreaterThan(0);
    for (const { type, url_citation: cited } of sources) {
      expect(type).toBe('url_citation');
      expect(cited).toMatchObject({
        url: expect.stringMatching(/^https:/u),
        title: expect.stringContaining('Settings'),
      });
    }
    expect(chunks.flatMap(({ choices }) => choices.map((one) => one.finish_reason)).at(-1)).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  it('asks on with the conversation so far', async () => {
    const said = { role: 'assistant', content: contentOf(await streamed([userMessage(FIRST)])) };
    const chunks = await streamed([userMessage(FIRST), said, userMessage(NEXT)]);
    expect(contentOf(chunks)).toContain('timeout | 30 s');
  });

  it('gets a reason that it can show if it asks for a title', async () => {
    const response = await post(title);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect(error.message).toContain('at most 2000 characters');
  });
});
