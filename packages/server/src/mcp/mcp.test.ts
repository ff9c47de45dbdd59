/** Tests agents over a real socket, with the current and earlier protocol revisions. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Engine } from '@ibid/core/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type RunningServer } from '../serve.ts';
import { post as postBody, postJson } from '../testing/post.ts';
import { smallEngine } from '../testing/small-index.ts';
import { testApp, type TestOptions } from '../testing/test-app.ts';

const QUESTION = 'What is the default for retries?';
const PAGE = 'https://docs.example.org/guide/install';

let engine: Engine;
let server: RunningServer;

beforeAll(async () => {
  engine = await smallEngine();
  server = await serve(testApp({ engine, title: 'the Parrot docs' }), { port: 0 });
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

type Structured = Readonly<Record<string, unknown>>;

async function using<T>(
  run: (client: Client) => Promise<T>,
  options: ConstructorParameters<typeof Client>[1] = {},
): Promise<T> {
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

async function call(
  name: string,
  given: Structured,
): Promise<{ readonly isError?: boolean; readonly text: string; readonly structured: Structured }> {
  const {
    isError = false,
    content,
    structuredContent,
  } = await using((client) => client.callTool({ name, arguments: given }));
  const [first] = content as readonly { readonly text: string }[];
  return { isError, text: first!.text, structured: (structuredContent ?? {}) as Structured };
}

interface Found {
  readonly results: readonly {
    readonly id: string;
    readonly text: string;
    readonly url: string;
    readonly section: string;
  }[];
}

describe('the MCP tools', () => {
  it('describe themselves', async () => {
    const { tools } = await using((client) => client.listTools());
    expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'read_page', 'list_pages', 'ask']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools[0]!.description).toContain('the Parrot docs');
  });

  it('find verbatim passages, each of which can be fetched', async () => {
    const { structured, text } = await call('search', { query: QUESTION, limit: 3 });
    const { results } = structured as unknown as Found;
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.parse(text)).toEqual(structured);
    for (const { id, text: quote, url } of results) {
      const whole = (await call('fetch', { id })).structured;
      expect(whole['text']).toContain(quote);
      const page = (await call('read_page', { page: url })).structured;
      expect(page['text']).toContain(quote);
    }
  });

  it('return as many passages as requested', async () => {
    const limits: unknown[] = [];
    const find: Engine['find'] = (question, options) => {
      limits.push(question.retrieval?.limit);
      return engine.find(question, options);
    };
    await post(toolCall('search', { query: 'a', limit: 20 }), { engine: { ...engine, find } });
    await post(toolCall('search', { query: 'a' }), { engine: { ...engine, find } });
    expect(limits).toEqual([20, 8]);
  });

  it('list the pages and read them', async () => {
    const { pages, next_offset } = (await call('list_pages', {})).structured as {
      pages: { url: string }[];
      next_offset: null;
    };
    expect(pages.map(({ url }) => url)).toContain(PAGE);
    expect(next_offset).toBeNull();
    const read = (await call('read_page', { page: '/guide/install' })).structured;
    expect(read).toMatchObject({ url: PAGE, title: 'Install', next_offset: null });
    expect(read['text']).toContain(
      '# Install\n\nParrot runs on Linux, macOS and Windows.\n\n## From npm\n\nRun the installer once.',
    );
  });

  it('answer with quotes from the pages and links to them', async () => {
    const { structured } = await call('ask', { question: QUESTION });
    expect(structured).toMatchObject({ outcome: 'answered', answer: expect.stringContaining('retries | 3') });
    const { citations } = structured as { citations: { quote: string; url: string }[] };
    for (const { quote, url } of citations) {
      expect((await call('read_page', { page: url })).structured['text']).toContain(quote);
      expect(structured['answer']).toContain('](https://docs.example.org/');
    }
  });

  it('answer from one page alone if it is named', async () => {
    const { structured } = await call('ask', { question: QUESTION, page: '/guide/install' });
    const { citations } = structured as { citations: { url: string }[] };
    expect(citations.every(({ url }) => url.startsWith(PAGE))).toBe(true);
  });

  it.each([
    ['fetch', { id: '/guide/install#nothing' }, 'Search again'],
    ['fetch', { id: 'x' }, 'Search again'],
    ['read_page', { page: '/nowhere' }, 'list_pages'],
    ['search', { query: ' ' }, 'query'],
    ['search', { query: 'a', limit: 99 }, 'limit'],
    ['ask', { question: 'a'.repeat(2_001) }, 'question'],
  ])('%s explains what is wrong with %j', async (name, given, told) => {
    const failed = await call(name, given).catch((error: unknown) => ({ isError: true, text: String(error) }));
    expect(failed).toMatchObject({ isError: true, text: expect.stringContaining(told) });
  });
});

function toolCall(name: string, given: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
}

async function post(body: unknown, over: Partial<TestOptions> = {}, times = 1): Promise<Response> {
  const app = testApp({ engine, ...over });
  const send = (): Promise<Response> | Response =>
    app.request('/mcp', postJson(body, { Accept: 'application/json, text/event-stream' }));
  for (let i = 1; i < times; i++) await send();
  return send();
}

describe('MCP over HTTP', () => {
  const asking = toolCall('ask', { question: QUESTION });

  it.each(['2025-06-18', '2025-11-25'])('speaks the revision %s', async (protocolVersion) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const text = await (await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).text();
    expect(text).toContain(`"protocolVersion":"${protocolVersion}"`);
  });

  it('counts questions against the limit of questions', async () => {
    const response = await post(asking, { rateLimits: { perClient: 1, perSiteKey: 0, requests: 0 } }, 2);
    expect(response.status).toBe(429);
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(listing, { rateLimits: { perClient: 1, perSiteKey: 0, requests: 0 } }, 3)).status).toBe(200);
  });

  it('counts the questions of a batch together, or none of them', async () => {
    const app = testApp({ engine, rateLimits: { perClient: 6, perSiteKey: 0, requests: 0 } });
    const send = async (body: unknown): Promise<number> => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      return (await app.request('/mcp', { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect(await send(asking)).toBe(200);
    expect(await send([asking, asking, asking])).toBe(429);
    expect(await send([asking, asking])).toBe(200);
  });

  it('counts and charges a question to its client alone, because site keys are for the readers of a site', async () => {
    const payers: unknown[] = [];
    const asked: Engine['ask'] = (question, options) => {
      payers.push(options?.payer);
      return engine.ask(question, options);
    };
    const app = testApp({
      engine: { ...engine, ask: asked },
      siteKeys: ['book'],
      rateLimits: { perClient: 10, perSiteKey: 1, requests: 0 },
    });
    const accept = { Accept: 'application/json, text/event-stream' };
    const limits: unknown[] = [];
    for (const key of [{}, { 'X-Ibid-Site-Key': 'book' }, { 'X-Ibid-Site-Key': 'book' }]) {
      const response = await app.request('/mcp', postJson(asking, { ...accept, ...key }));
      await response.text();
      limits.push([response.status, response.headers.get('RateLimit')?.split(';', 2).join(';')]);
    }
    expect(limits).toEqual([
      [200, '"questions";r=4'],
      [200, '"questions";r=3'],
      [200, '"questions";r=2'],
    ]);
    const payer = { client: expect.stringMatching(/^[0-9a-f]{32}$/u) };
    expect(payers).toEqual([payer, payer, payer]);
  });

  it('refuses a batch of more than ten messages', async () => {
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const response = await post(Array.from({ length: 11 }, () => listing));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('at most 10 messages');
  });

  it('hides internal errors', async () => {
    const broken = { ...engine, ask: () => thrown() };
    const text = await (await post(asking, { engine: broken })).text();
    expect(text).toContain('Something went wrong on the server.');
    expect(text).not.toContain('CANARY');
  });

  it('refuses malformed bodies', async () => {
    const app = testApp({ engine });
    const bodies = ['[', 'x'.repeat(200_000), '['.repeat(3_000) + ']'.repeat(3_000)];
    const replies = bodies.map(async (body) => (await app.request('/mcp', postBody(body))).status);
    expect(await Promise.all(replies)).toEqual([400, 413, 400]);
  });
});

function thrown(): never {
  throw new TypeError('CANARY');
}
