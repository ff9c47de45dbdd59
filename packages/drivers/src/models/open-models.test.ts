import { countTokens } from '@ibid/core/chunk';
import {
  failingThen,
  inTurn,
  refusing,
  type ModelFaultMode,
  type ModelScript,
  type ScriptedReply,
} from '@ibid/testkit';
import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { openModels } from './open-models.ts';
import { keptSpending, type KeptSpendingOptions } from './testing/kept-spending.ts';
import { ASKED, GOOD, modelsPlace } from './testing/models-place.ts';

const LONG: ModelScript = () => ({
  kind: 'text',
  text: '',
  pieces: Array.from({ length: 500 }, () => 'again '),
  everyMs: 5,
});
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

describe('one model', () => {
  it.each<readonly [string, ScriptedReply]>([
    ['529', refusing(529, {})],
    ['429', busy({})],
  ])('is asked once more after %s', async (_, failure) => {
    const place = await modelsPlace([failingThen(failure, 1, GOOD)]);
    const { text, calls } = await place.ask();
    expect(text).toBe('Topics are buses.');
    expect(place.asked()).toEqual([2]);
    expect(calls.map((call) => call.fault)).toEqual(['unavailable', undefined]);
    expect(place.waits).toHaveLength(1);
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('is asked no more often than its run may call', async () => {
    const place = await modelsPlace([fault('500')]);
    await place.ask({ callsLeft: 1 });
    expect(place.asked()).toEqual([1]);
  });

  it.each<readonly [string, ModelScript]>([
    ['400', () => UNCLEAR],
    ['404', status(404)],
    ['an empty account', status(429, { code: 'insufficient_quota' })],
  ])('is not asked again after %s', async (_, script) => {
    const place = await modelsPlace([script]);
    expect((await place.ask()).calls).toHaveLength(1);
    expect(place.waits).toEqual([]);
  });

  it.each<readonly [Readonly<Record<string, string>>, number]>([
    [{}, 375],
    [{ 'retry-after': '1' }, 1_125],
  ])('is waited for as it asks with %j', async (headers, wait) => {
    const place = await modelsPlace([failingThen(busy(headers), 1, GOOD)]);
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(place.waits).toEqual([wait]);
  });

  it('is not asked again for a reader who has left during the wait', async () => {
    const place = await modelsPlace([() => busy({})]);
    const leaves = new AbortController();
    const left = place.ask({ signal: leaves.signal, onCall: () => leaves.abort() });
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    expect(place.waits).toHaveLength(1);
    expect(place.asked()).toEqual([1]);
    expect(place.spending.open()).toBe(0);
  });

  it('is left alone for as long as it asks', async () => {
    const place = await modelsPlace([failingThen({ kind: 'fault', fault: '429' }, 1, GOOD)]);
    expect((await place.ask()).fault).toBe('unavailable');
    expect(place.waits).toEqual([]);
    expect((await place.ask()).calls).toEqual([]);
    expect(place.asked()).toEqual([1]);
    place.clock.now += 300_000;
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(place.changes.map(({ state }) => state)).toEqual(['open', 'closed']);
  });

  it('that nothing listens for costs nothing', async () => {
    const place = await modelsPlace([GOOD]);
    await place.services[0]!.close();
    const { fault: seen, message } = await place.ask();
    expect(seen).toBe('unavailable');
    expect(message).toMatch(/cannot be reached \(ECONNREFUSED\)/u);
    expect(place.spending.settled).toEqual(['not-called', 'not-called']);
  });

  it('uses its connections again', async () => {
    const place = await modelsPlace([GOOD]);
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
    const place = await modelsPlace([fault('500')]);
    for (let round = 0; round < 3; round++) await place.ask();
    expect(place.asked()).toEqual([5]);
    expect(await place.ask()).toMatchObject({ fault: 'unavailable', calls: [] });
    expect(place.asked()).toEqual([5]);
    expect(place.spending.requests).toHaveLength(5);
    expect(place.changes).toMatchObject([{ id: 'custom/model-1', model: 'model-1', state: 'open' }]);
  });

  it.each<readonly [string, KeptSpendingOptions]>([
    ['written down', { isBroken: true }],
    ['paid', { refused: ['model-1'] }],
  ])('lets another call try when what the first may cost cannot be %s', async (_, trouble) => {
    const spending: { -readonly [K in keyof KeptSpendingOptions]: KeptSpendingOptions[K] } = {};
    const place = await modelsPlace([failingThen({ kind: 'fault', fault: '401' }, 1, GOOD)], {
      spending: keptSpending(spending),
    });
    await place.ask();
    place.clock.now += 30_000;
    Object.assign(spending, trouble);
    expect(await place.ask()).toMatchObject({ text: undefined, calls: [] });
    Object.assign(spending, { isBroken: false, refused: [] });
    expect((await place.ask()).text).toBe('Topics are buses.');
  });

  it('opens at once for what only the owner can mend, and says what', async () => {
    const place = await modelsPlace([fault('401')]);
    await place.ask();
    const { message } = await place.ask();
    expect(place.asked()).toEqual([1]);
    expect(message).toContain('put a valid one into `IBID_MODEL_API_KEY`');
    expect(place.changes[0]?.reason).toContain('401');
  });

  it('takes a request that displeases for that when the model has answered before', async () => {
    const place = await modelsPlace([inTurn({ kind: 'text', text: 'Good.' }, UNCLEAR)]);
    await place.ask();
    await place.ask();
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 1 });
    const fresh = await modelsPlace([() => UNCLEAR]);
    await fresh.ask();
    expect(fresh.models.states()[0]?.state).toBe('open');
  });

  it.each<readonly [string, ModelScript]>([
    ['a long request', status(400, { code: 'context_length_exceeded' })],
    ['its limit of tokens', fault('finish-length')],
    ['its filter', fault('finish-content-filter')],
    ['unknown tools', fault('unknown-tool')],
  ])('counts nothing for %s, which says nothing about the service', async (_, script) => {
    const place = await modelsPlace([script]);
    for (let round = 0; round < 6; round++) await place.ask();
    expect(place.models.states()[0]).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('is not closed to others by a reader who leaves during the try', async () => {
    const place = await modelsPlace([
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
      const place = await modelsPlace([fault(mode), GOOD]);
      const { text, calls } = await place.ask();
      expect(text).toBe('Topics are buses.');
      expect(place.asked()).toEqual([1, 1]);
      expect(calls.map(({ model }) => model)).toEqual(['model-1', 'model-2']);
      expect(place.waits).toEqual([]);
    },
  );

  it('are asked twice in all for one answer', async () => {
    const place = await modelsPlace([fault('500'), fault('500'), GOOD]);
    expect((await place.ask()).fault).toBe('unavailable');
    expect(place.asked()).toEqual([1, 1, 0]);
  });

  it('are asked in turn around those whose breaker is open', async () => {
    const place = await modelsPlace([fault('401'), GOOD]);
    await place.ask();
    expect((await place.ask()).calls.map(({ model }) => model)).toEqual(['model-2']);
    expect(place.asked()).toEqual([1, 2]);
  });

  it('step down to what can still be paid', async () => {
    const place = await modelsPlace([GOOD, GOOD], { spending: keptSpending({ refused: ['model-1'] }) });
    expect((await place.ask()).calls.map(({ model }) => model)).toEqual(['model-2']);
    const none = await modelsPlace([GOOD, GOOD], { spending: keptSpending({ refused: ['model-1', 'model-2'] }) });
    expect(await none.ask()).toMatchObject({ fault: 'over-budget', calls: [] });
    expect(none.asked()).toEqual([0, 0]);
  });

  it('fall back to the same one when no other can be paid', async () => {
    const place = await modelsPlace([failingThen({ kind: 'fault', fault: '500' }, 1, GOOD), GOOD], {
      spending: keptSpending({ refused: ['model-2'] }),
    });
    expect((await place.ask()).text).toBe('Topics are buses.');
    expect(place.asked()).toEqual([2, 0]);
  });

  it('keep to the one that answered for the rest of a run', async () => {
    const place = await modelsPlace([fault('500'), GOOD]);
    const run = place.begin();
    await place.models.reply(run, ASKED);
    await place.models.reply(run, ASKED);
    expect(place.asked()).toEqual([1, 2]);
  });
});

it('an answer that goes on and on ends at its deadline, and its connection is closed', async () => {
  const place = await modelsPlace([LONG]);
  expect((await place.ask({ totalMs: 150, charactersLeft: 10_000_000 })).fault).toBe('too-slow');
  await place.services[0]!.idle();
  expect(place.services[0]!.closedEarly).toHaveLength(1);
});

it('an answer with more characters than are read ends there', async () => {
  const place = await modelsPlace([LONG]);
  expect(await place.ask({ charactersLeft: 50 })).toMatchObject({
    fault: 'stopped',
    message: expect.stringContaining('more than is read'),
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
