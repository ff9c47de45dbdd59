import { IbidError, modelFaultOf } from '@ibid/core';
import type { ModelCall, ModelFault } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import {
  failingThen,
  inTurn,
  openModelService,
  refusing,
  type ModelFaultMode,
  type ModelScript,
  type ModelService,
  type ScriptedReply,
} from '@ibid/testkit';
import { channel } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from 'vitest';
import { keptSpending, type KeptSpending } from './testing/kept-spending.ts';
import type { ModelRequest } from './model-stream.ts';
import type { ModelRunOptions } from './model-run.ts';
import { openModels, type Models, type ModelState } from './open-models.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Place {
  readonly services: readonly ModelService[];
  readonly models: Models;
  readonly spending: KeptSpending;
  /** Milliseconds of each wait. */
  readonly waits: number[];
  readonly changes: ModelState[];
  readonly clock: { now: number };
  ask(options?: Partial<ModelRunOptions>): Promise<{
    readonly text: string | undefined;
    readonly fault: ModelFault | undefined;
    readonly message: string;
    readonly calls: readonly ModelCall[];
  }>;
}

const ASKED: ModelRequest = {
  instructions: 'Answer.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What are topics?' }] }],
  tools: [],
};
const LONG: ModelScript = () => ({
  kind: 'text',
  text: '',
  pieces: Array.from({ length: 500 }, () => 'again '),
  everyMs: 5,
});
const GOOD: ModelScript = () => ({ kind: 'text', text: 'Topics are buses.' });
const fault =
  (mode: ModelFaultMode): ModelScript =>
  () => ({ kind: 'fault', fault: mode });
const status =
  (code: number, error: object = {}, headers: Readonly<Record<string, string>> = {}): ModelScript =>
  () =>
    refusing(code, { error }, { 'content-type': 'application/json', ...headers });
const busy = (headers: Readonly<Record<string, string>>): ScriptedReply =>
  refusing(429, { error: {} }, { 'content-type': 'application/json', ...headers });
const UNCLEAR = refusing(400, { error: { message: 'Bad request.' } });

async function open(scripts: readonly ModelScript[], spending = keptSpending()): Promise<Place> {
  const services = await Promise.all(
    scripts.map((answer, at) => openModelService({ answer, models: [`model-${at + 1}`] })),
  );
  const waits: number[] = [];
  const changes: ModelState[] = [];
  const clock = { now: 1_000 };
  const models = openModels({
    models: services.map(({ url, apiKey }, at) => ({ name: `custom/model-${at + 1}`, baseUrl: url, apiKey })),
    spending,
    countTokens,
    now: () => clock.now,
    random: () => 0.5,
    async sleep(ms) {
      waits.push(Math.round(ms));
      clock.now += ms;
      await Promise.resolve();
    },
    onChange: (state) => changes.push(state),
  });
  ends.push(...services.map((service) => () => service.close()));
  return {
    services,
    models,
    spending,
    waits,
    changes,
    clock,
    async ask(more = {}) {
      const calls: ModelCall[] = [];
      const run = models.begin({
        purpose: 'answer',
        payer: {},
        signal: new AbortController().signal,
        temperature: 0,
        maxTokens: 100,
        maxCalls: 4,
        maxRepeats: 1,
        maxSearches: 0,
        maxCharacters: 1_000,
        firstTokenMs: 3_000,
        idleMs: 300,
        totalMs: 10_000,
        onText: () => undefined,
        onCall: (call) => calls.push(call),
        ...more,
      });
      try {
        return { text: (await models.reply(run, ASKED)).text, fault: undefined, message: '', calls };
      } catch (error) {
        if (!IbidError.is(error, 'UPSTREAM_FAILED')) throw error;
        return { text: undefined, fault: modelFaultOf(error), message: error.message, calls };
      }
    },
  };
}

const asked = ({ services }: Place): readonly number[] => services.map(({ requests }) => requests.length);

describe('one model', () => {
  it.each<readonly [string, ScriptedReply]>([
    ['500', { kind: 'fault', fault: '500' }],
    ['529', refusing(529, {})],
    ['429', busy({})],
    ['a reset', { kind: 'fault', fault: 'reset-before-headers' }],
  ])('is asked once more after %s', async (_, failure) => {
    const place = await open([failingThen(failure, 1, GOOD)]);
    const { text, calls } = await place.ask();
    expect(text).toBe('Topics are buses.');
    expect(asked(place)).toEqual([2]);
    expect(calls.map((call) => call.fault)).toEqual(['unavailable', undefined]);
    expect(place.waits).toHaveLength(1);
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('is asked at most twice', async () => {
    const place = await open([fault('500')]);
    expect(await place.ask()).toMatchObject({ fault: 'unavailable', calls: [{}, {}] });
    expect(asked(place)).toEqual([2]);
  });

  it.each<readonly [string, ModelScript]>([
    ['400', () => UNCLEAR],
    ['401', fault('401')],
    ['404', status(404)],
    ['an empty account', status(429, { code: 'insufficient_quota' })],
    ['a web page', fault('html-200')],
    ['its limit of tokens', fault('finish-length')],
  ])('is not asked again after %s', async (_, script) => {
    const place = await open([script]);
    expect((await place.ask()).calls).toHaveLength(1);
    expect(place.waits).toEqual([]);
  });

  it('is never asked again once it has said something', async () => {
    const said: string[] = [];
    const place = await open([fault('cut-reset')]);
    expect((await place.ask({ onText: (text) => said.push(text) })).fault).toBe('stopped');
    expect(said).not.toEqual([]);
    expect(asked(place)).toEqual([1]);
  });

  it.each<readonly [Readonly<Record<string, string>>, number]>([
    [{}, 375],
    [{ 'retry-after-ms': '300' }, 425],
    [{ 'retry-after': '1' }, 1_125],
    [{ 'retry-after': 'soon' }, 375],
  ])('is waited for as it asks with %j', async (headers, wait) => {
    const place = await open([failingThen(busy(headers), 1, GOOD)]);
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(place.waits).toEqual([wait]);
  });

  it.each<ModelFaultMode>(['429'])('is left alone for as long as it asks after %s', async (mode) => {
    const place = await open([failingThen({ kind: 'fault', fault: mode }, 1, GOOD)]);
    expect((await place.ask()).fault).toBe('unavailable');
    expect(place.waits).toEqual([]);
    expect((await place.ask()).calls).toEqual([]);
    expect(asked(place)).toEqual([1]);
    place.clock.now += 300_000;
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(place.changes.map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  it('that nothing listens for costs nothing', async () => {
    const place = await open([GOOD]);
    await place.services[0]!.close();
    const { fault: seen, message } = await place.ask();
    expect(seen).toBe('unavailable');
    expect(message).toMatch(/cannot be reached \(ECONNREFUSED\)/u);
    expect(place.spending.settled).toEqual(['not-called', 'not-called']);
  });

  it('uses its connections again', async () => {
    const place = await open([GOOD]);
    let connections = 0;
    const onSocket = (): void => void connections++;
    channel('net.client.socket').subscribe(onSocket);
    for (let round = 0; round < 8; round++) {
      await place.ask();
      await place.services[0]!.idle();
      // The client has to see the end of the reply as well.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    channel('net.client.socket').unsubscribe(onSocket);
    expect(connections).toBeLessThan(8);
  });
});

describe('a breaker', () => {
  it('opens after five failures in a row, and then nothing is sent or reserved', async () => {
    const place = await open([fault('500')]);
    for (let round = 0; round < 3; round++) await place.ask();
    expect(asked(place)).toEqual([5]);
    expect(await place.ask()).toMatchObject({ fault: 'unavailable', calls: [] });
    expect(asked(place)).toEqual([5]);
    expect(place.spending.requests).toHaveLength(5);
    expect(place.changes).toMatchObject([{ id: 'custom/model-1', model: 'model-1', state: 'open' }]);
  });

  it('opens at once for what only the owner can mend, and says what', async () => {
    const place = await open([fault('401')]);
    await place.ask();
    const { message } = await place.ask();
    expect(asked(place)).toEqual([1]);
    expect(message).toContain('put a valid one into `IBID_MODEL_API_KEY`');
    expect(place.changes[0]?.reason).toContain('401');
  });

  it('takes a request that displeases for that when the model has answered before', async () => {
    const place = await open([inTurn({ kind: 'text', text: 'Good.' }, UNCLEAR)]);
    await place.ask();
    await place.ask();
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 1 });
    const fresh = await open([() => UNCLEAR]);
    await fresh.ask();
    expect(fresh.models.states()[0]?.state).toBe('open');
  });

  it.each<readonly [string, ModelScript]>([
    ['a long request', status(400, { code: 'context_length_exceeded' })],
    ['its limit of tokens', fault('finish-length')],
    ['its filter', fault('finish-content-filter')],
    ['unknown tools', fault('unknown-tool')],
  ])('counts nothing for %s, which says nothing about the service', async (_, script) => {
    const place = await open([script]);
    for (let round = 0; round < 6; round++) await place.ask();
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('lets one reader try when its wait is over', async () => {
    const place = await open([failingThen({ kind: 'fault', fault: '401' }, 1, GOOD)]);
    await place.ask();
    place.clock.now += 30_000;
    const both = await Promise.all([place.ask(), place.ask()]);
    expect(both.map(({ text }) => text).toSorted()).toEqual(['Topics are buses.', undefined]);
    expect(asked(place)).toEqual([2]);
    expect((await place.ask()).text).toBe('Topics are buses.');
  });

  it('is not closed to others by a reader who leaves during the try', async () => {
    const place = await open([
      inTurn(
        { kind: 'fault', fault: '401' },
        { kind: 'fault', fault: 'hang-before-headers' },
        { kind: 'text', text: 'Good.' },
      ),
    ]);
    await place.ask();
    place.clock.now += 30_000;
    const leaves = new AbortController();
    const left = place.ask({ signal: leaves.signal });
    while (place.services[0]!.requests.length < 2) await new Promise(setImmediate);
    leaves.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await place.ask()).text).toBe('Good.');
  });
});

describe('several models', () => {
  it.each<ModelFaultMode>(['500', '401', '429', 'html-200', 'null-content'])(
    'step in for one another at once after %s',
    async (mode) => {
      const place = await open([fault(mode), GOOD]);
      const { text, calls } = await place.ask();
      expect(text).toBe('Topics are buses.');
      expect(asked(place)).toEqual([1, 1]);
      expect(calls.map(({ model }) => model)).toEqual(['model-1', 'model-2']);
      expect(place.waits).toEqual([]);
    },
  );

  it('are asked twice in all for one answer', async () => {
    const place = await open([fault('500'), fault('500'), GOOD]);
    expect((await place.ask()).fault).toBe('unavailable');
    expect(asked(place)).toEqual([1, 1, 0]);
  });

  it('are asked in turn around those whose breaker is open', async () => {
    const place = await open([fault('401'), GOOD]);
    await place.ask();
    expect((await place.ask()).calls.map(({ model }) => model)).toEqual(['model-2']);
    expect(asked(place)).toEqual([1, 2]);
  });

  it('step down to what can still be paid', async () => {
    const place = await open([GOOD, GOOD], keptSpending({ refused: ['model-1'] }));
    expect((await place.ask()).calls.map(({ model }) => model)).toEqual(['model-2']);
    const none = await open([GOOD, GOOD], keptSpending({ refused: ['model-1', 'model-2'] }));
    expect(await none.ask()).toMatchObject({ fault: 'over-budget', calls: [] });
    expect(asked(none)).toEqual([0, 0]);
  });

  it('fall back to the same one when no other can be paid', async () => {
    const place = await open(
      [failingThen({ kind: 'fault', fault: '500' }, 1, GOOD), GOOD],
      keptSpending({ refused: ['model-2'] }),
    );
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(asked(place)).toEqual([2, 0]);
  });

  it('keep to the one that answered for the rest of a run', async () => {
    const place = await open([fault('500'), GOOD]);
    const run = place.models.begin({
      purpose: 'answer',
      payer: {},
      signal: new AbortController().signal,
      temperature: 0,
      maxTokens: 100,
      maxCalls: 4,
      maxRepeats: 1,
      maxSearches: 0,
      maxCharacters: 1_000,
      firstTokenMs: 3_000,
      idleMs: 300,
      totalMs: 10_000,
      onText: () => undefined,
      onCall: () => undefined,
    });
    await place.models.reply(run, ASKED);
    await place.models.reply(run, ASKED);
    expect(asked(place)).toEqual([1, 2]);
  });
});

describe('deadlines', () => {
  it('to the first token end the call, and nothing else is tried', async () => {
    const place = await open([fault('hang-after-headers')]);
    const started = place.clock.now;
    const asking = place.ask({ firstTokenMs: 100 });
    expect((await asking).fault).toBe('too-slow');
    expect(place.clock.now).toBe(started);
    await place.services[0]!.idle();
    expect(place.services[0]!.closedEarly).toHaveLength(1);
  });

  it('in all end an answer that goes on and on', async () => {
    const place = await open([LONG]);
    expect((await place.ask({ totalMs: 150, maxCharacters: 10_000_000 })).fault).toBe('too-slow');
    await place.services[0]!.idle();
    expect(place.services[0]!.closedEarly).toHaveLength(1);
  });
});

it('no configuration without a model', () => {
  const options = {
    spending: keptSpending(),
    countTokens,
    now: () => 0,
    random: () => 0,
    sleep: () => Promise.resolve(),
  };
  expect(() => openModels({ ...options, models: [] })).toThrow('at least one model');
});
