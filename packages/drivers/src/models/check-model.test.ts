import { countTokens } from '@ibid/core/chunk';
import {
  openModelService,
  type ModelFaultMode,
  type ModelScript,
  type ModelService,
  type ModelServiceOptions,
} from '@ibid/testkit';
import { createServer, request as toService } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkModel, type ModelCheck } from './check-model.ts';
import type { ModelOptions } from './model-options.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const WELL: ModelScript = ({ tools }) =>
  tools.length > 0
    ? { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' }
    : { kind: 'text', text: 'One, two, three, four, five.' };

const ODD: ModelScript = (call) => (call.stream ? WELL(call) : { kind: 'fault', fault: 'finish-unknown' });
const SILENT: ModelScript = () => ({ kind: 'text', text: 'I know that already.' });

async function serve(options: Partial<ModelServiceOptions> = {}): Promise<ModelService> {
  const service = await openModelService({ answer: WELL, ...options });
  ends.push(() => service.close());
  return service;
}

async function check(
  service: ModelService,
  more: Partial<ModelOptions> = {},
  deadlineMs = 5_000,
): Promise<readonly ModelCheck[]> {
  const options = { name: 'custom/test-model', baseUrl: service.url, apiKey: service.apiKey, ...more };
  const checks: ModelCheck[] = [];
  for await (const each of checkModel(options, { now: () => performance.now(), countTokens, deadlineMs }))
    checks.push(each);
  return checks;
}

/** A service in front of another one that answers 404 to everything but calls. */
async function withoutList(service: ModelService): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(404).end();
    const { host: _, ...headers } = request.headers;
    const passed = toService(new URL(request.url!, service.url), { method: 'POST', headers }, (reply) => {
      response.writeHead(reply.statusCode!, reply.headers);
      reply.pipe(response);
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A service that has the model, and no path to call it by. */
async function listOnly(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET')
      response.setHeader('Content-Type', 'application/json').end('{"data":[{"id":"test-model"}]}');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

const states = (checks: readonly ModelCheck[]): string =>
  checks.map(({ stage, state }) => `${stage} ${state}`).join(', ');

describe('a check of a model', () => {
  it.each(['chat', 'responses'] as const)('tells each stage over %s when all is well', async (api) => {
    const checks = await check(await serve(), { api });
    expect(states(checks)).toBe('configuration good, connection good, reply good, stream good, tools good');
    expect(checks[0]!.text).toContain('with a key (custom: `IBID_MODEL_API_KEY`)');
    expect(checks[3]!.text).toMatch(/says how the reply ended and what it took: \d+ tokens in, \d+ out\./u);
  });

  it('ends at a configuration that is wrong', async () => {
    const checks = await check(await serve(), { name: 'gemini', apiKey: undefined });
    expect(states(checks)).toBe('configuration bad');
    expect(checks[0]!.text).toContain('`GEMINI_API_KEY`');
  });

  it('ends where nothing listens, and says what to start', async () => {
    const service = await serve();
    await service.close();
    const checks = await check(service, { name: 'ollama/llama3.2' });
    expect(states(checks)).toBe('configuration good, connection bad');
    expect(checks[1]!.text).toContain('Start Ollama');
  });

  it('ends at a wrong key, and names the variable but not the key', async () => {
    const checks = await check(await serve(), { apiKey: 'sk-wrong-0123456789' });
    expect(states(checks)).toBe('configuration good, connection bad');
    expect(checks[1]!.text).toContain('check `IBID_MODEL_API_KEY`');
    expect(JSON.stringify(checks)).not.toContain('sk-wrong');
  });

  it('ends at a model that is not there, with the names most like it', async () => {
    const checks = await check(await serve({ models: ['test-models', 'tests', 'other'] }));
    expect(states(checks)).toBe('configuration good, connection poor, reply bad');
    expect(checks[1]!.text).toContain('It has `test-models`, `tests`');
    expect(checks[2]!.text).toContain('It has `test-models`');
  });

  it('does not doubt a model that the service lists when only the path is missing', async () => {
    const { url, close } = await listOnly();
    ends.push(close);
    const checks = await check(await serve(), { baseUrl: url });
    expect(states(checks)).toBe('configuration good, connection good, reply bad');
    expect(checks[2]!.text).toContain('answered 404');
    expect(checks[2]!.text).toContain('The model is there, but not this path');
    expect(checks[2]!.text).not.toMatch(/There is no model|It has/u);
  });

  it('goes on where a service lists no models', async () => {
    const service = await serve();
    const { url, close } = await withoutList(service);
    ends.push(close);
    const checks = await check(service, { baseUrl: url });
    expect(checks[1]).toMatchObject({ stage: 'connection', state: 'good' });
    expect(checks[1]!.text).toContain('lists no models');
    expect(checks).toHaveLength(5);
  });

  it.each<readonly [ModelFaultMode, string]>([
    ['400-unsupported-parameter', 'reply bad'],
    ['500', 'reply bad'],
    ['html-200', 'reply bad'],
    ['hang-before-headers', 'reply bad'],
  ])('ends at a plain reply with %s', async (fault, last) => {
    const checks = await check(await serve({ answer: () => ({ kind: 'fault', fault }) }), {}, 300);
    expect(states(checks)).toBe(`configuration good, connection good, ${last}`);
  });

  it.each<readonly [ModelFaultMode, string, string]>([
    ['finish-length', 'stream bad', 'limit of tokens'],
    ['no-finish-reason', 'stream bad', 'ended before'],
    ['keep-alive-comments', 'stream bad', 'said nothing in time'],
    ['empty-stream', 'stream bad', 'without a reply'],
    ['usage-missing', 'stream poor, tools good', 'charged at its most'],
    ['usage-zero', 'stream poor, tools good', 'charged at its most'],
  ])('tells of a stream with %s', async (fault, last, words) => {
    const answer: ModelScript = (call) =>
      call.stream && call.tools.length === 0 ? { kind: 'fault', fault } : WELL(call);
    const checks = await check(await serve({ answer }), {}, 300);
    expect(states(checks)).toBe(`configuration good, connection good, reply good, ${last}`);
    expect(checks[3]!.text).toContain(words);
  });

  it('tells of replies that end in a way of their own', async () => {
    const checks = await check(await serve({ answer: ODD }));
    expect(checks[2]).toMatchObject({ stage: 'reply', state: 'poor' });
  });

  it('tells of a model that calls no tools, or refuses them', async () => {
    expect((await check(await serve({ answer: SILENT })))[4]).toMatchObject({ stage: 'tools', state: 'poor' });
    const refusing = await serve({ unsupported: ['tools'] });
    const checks = await check(refusing);
    expect(checks[4]).toMatchObject({
      stage: 'tools',
      state: 'poor',
      text: expect.stringMatching(
        /refuses tools.*Write `"quirks": \{ "tools": false \}` into the `model` section/u,
      ) as string,
    });
    const failing = await serve({
      answer: (call) => (call.tools.length > 0 ? { kind: 'fault', fault: '500' } : WELL(call)),
    });
    expect((await check(failing))[4]).toMatchObject({
      stage: 'tools',
      state: 'poor',
      text: expect.stringMatching(/failed when it was offered tools.*If it does so again, write `"quirks"/u) as string,
    });
    expect((await check(refusing, { quirks: { tools: false } }))[4]?.text).toContain('to get no tools');
  });

  it('stops when it is told to', async () => {
    const service = await serve({ answer: () => ({ kind: 'fault', fault: 'hang-before-headers' }) });
    const stops = new AbortController();
    const checks = checkModel(
      { name: 'custom/test-model', baseUrl: service.url, apiKey: service.apiKey },
      { now: () => 0, countTokens, signal: stops.signal },
    );
    await checks.next();
    await checks.next();
    const pending = checks.next().catch((error: unknown) => error);
    stops.abort();
    expect(await pending).toMatchObject({ code: 'ABORTED' });
    await service.idle();
  });
});
