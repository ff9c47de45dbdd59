/** Clients of both generations of the protocol's SDK complete what an agent does, over a real socket. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSmallIndex } from '../testing/serve-small-index.ts';

const QUESTION = 'What is the default for retries?';

let server: Awaited<ReturnType<typeof serveSmallIndex>>;
beforeAll(async () => {
  server = await serveSmallIndex();
});
afterAll(() => server[Symbol.asyncDispose]());

const CLIENTS = {
  'version 1': async (address: URL) => {
    const client = new ClientV1({ name: 'test', version: '1' });
    await client.connect(new TransportV1(address) as Parameters<ClientV1['connect']>[0]);
    return client;
  },
  'version 2': async (address: URL) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(address));
    return client;
  },
};

it.each(Object.entries(CLIENTS))('%s of the SDK lists the tools and calls each', async (_, connect) => {
  const client = await connect(new URL(`${server.url}/mcp`));
  const call = async <T>(name: string, given: Record<string, unknown>): Promise<T> =>
    (await client.callTool({ name, arguments: given })).structuredContent as T;
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch', 'read_page', 'list_pages', 'ask']);
  const { results } = await call<{ results: { id: string; text: string }[] }>('search', { query: QUESTION });
  const hit = results[0]!;
  expect(await call('fetch', { id: hit.id })).toMatchObject({ id: hit.id, text: expect.stringContaining(hit.text) });
  const { pages } = await call<{ pages: { title: string; url: string }[] }>('list_pages', {});
  const page = pages.find(({ title }) => title === 'Settings')!;
  expect(await call('read_page', { page: page.url })).toMatchObject({ text: expect.stringContaining(hit.text) });
  expect(await call('ask', { question: QUESTION })).toMatchObject({
    outcome: 'answered',
    answer: expect.stringContaining('retries | 3'),
    citations: expect.arrayContaining([expect.objectContaining({ quote: expect.stringContaining('retries') })]),
  });
  await client.close();
});
