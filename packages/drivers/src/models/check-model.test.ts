import { countTokens } from '@ibid/core/chunk';
import {
  openModelService,
  type ModelFaultMode,
  type ModelScript,
  type ModelService,
  type ModelServiceOptions,
} from '@ibid/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { checkModel, type ModelCheck } from './check-model.ts';
import type { ModelOptions } from './resolve-model.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const WELL: ModelScript = ({ tools }) =>
  tools.length > 0
    ? { kind: 'tool', name: 'search_docs', arguments: '{"query_text":"topics"}' }
    : { kind: 'text', text: 'One, two, three, four, five.' };

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

const states = (checks: readonly ModelCheck[]): string =>
  checks.map(({ stage, state }) => `${stage} ${state}`).join(', ');

describe('a check of a model', () => {
  it('tells each stage when all is well', async () => {
    const checks = await check(await serve());
    expect(states(checks)).toBe('configuration good, connection good, stream good, tools good');
    expect(checks[0]!.text).toContain('with a key (custom: `IBID_MODEL_API_KEY`)');
    expect(checks[2]!.text).toMatch(/says how the reply ended and what it took: \d+ tokens in, \d+ out\./u);
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
    expect(checks[1]!.text).toContain('put a valid one into `IBID_MODEL_API_KEY`');
    expect(JSON.stringify(checks)).not.toContain('sk-wrong');
  });

  it('ends at a model that is not there, with the names most like it', async () => {
    const checks = await check(await serve({ models: ['test-models', 'tests', 'other'] }));
    expect(states(checks)).toBe('configuration good, connection poor, stream bad');
    expect(checks[1]!.text).toContain('It has `test-models`, `tests`, `other`.');
    expect(checks[2]!.text).toContain('It has `test-models`');
  });

  it.each<readonly [ModelFaultMode, string, string]>([
    ['500', 'stream bad', 'answered 500'],
    ['html-200', 'stream bad', 'check the base URL'],
    ['hang-before-headers', 'stream bad', 'said nothing in time'],
    ['finish-length', 'stream bad', 'limit of tokens'],
    ['usage-missing', 'stream poor, tools good', 'charged at its most'],
    ['usage-zero', 'stream poor, tools good', 'charged at its most'],
  ])('tells of a stream with %s', async (fault, last, words) => {
    const answer: ModelScript = (call) => (call.tools.length === 0 ? { kind: 'fault', fault } : WELL(call));
    const checks = await check(await serve({ answer }), {}, 300);
    expect(states(checks)).toBe(`configuration good, connection good, ${last}`);
    expect(checks[2]!.text).toContain(words);
  });

  it('names the parameters that a service refuses, and goes on without them', async () => {
    const checks = await check(await serve({ unsupported: ['temperature', 'max_tokens'] }));
    expect(states(checks)).toBe('configuration good, connection good, stream poor, tools good');
    expect(checks[2]!.text).toMatch(/It refuses `(?:temperature`, `max_tokens|max_tokens`, `temperature)`, which/u);
  });

  it('tells of a model that calls no tools, or refuses them', async () => {
    expect((await check(await serve({ answer: SILENT })))[3]).toMatchObject({ stage: 'tools', state: 'poor' });
    const refusing = await serve({ unsupported: ['tools'] });
    const checks = await check(refusing);
    expect(checks[3]).toMatchObject({
      stage: 'tools',
      state: 'poor',
      text: expect.stringMatching(
        /refuses tools.*Write `"quirks": \{ "tools": false \}` into the `model` section/u,
      ) as string,
    });
    const failing = await serve({
      answer: (call) => (call.tools.length > 0 ? { kind: 'fault', fault: '500' } : WELL(call)),
    });
    expect((await check(failing))[3]).toMatchObject({
      stage: 'tools',
      state: 'poor',
      text: expect.stringMatching(/failed when it was offered tools.*If it does so again, write `"quirks"/u) as string,
    });
    expect((await check(refusing, { quirks: { tools: false } }))[3]?.text).toContain('to get no tools');
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
