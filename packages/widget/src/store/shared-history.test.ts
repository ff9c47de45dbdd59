import { describe, expect, test } from 'vitest';
import type { Statement } from '@ibid/client';
import { type Exchange, foldEvent } from '../exchange/exchange.ts';
import { askedExchange } from '../exchange/testing/asked-exchange.ts';
import { openNativeService, replyScript, sampleReplies } from '../testing/index.ts';
import { createExchangeKeeper, mergeExchanges } from './create-exchange-keeper.ts';
import { memoryStorage } from './testing/memory-storage.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const answered = (id: string, change: Partial<Exchange> = {}): Exchange =>
  foldEvent(askedExchange({ id, ...change }), { type: 'done', reply: samples.answered });
const idsOf = (exchanges: readonly Exchange[]): readonly string[] => exchanges.map(({ id }) => id);
const statement = (text: string): Statement => ({ ...samples.answered.statements[0]!, text });
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;
const never = (): boolean => false;
const asked = (id: string, askedAt: number, change: Partial<Exchange> = {}): Exchange =>
  answered(id, { askedAt, ...change });

describe('clearing', () => {
  test('in another tab ends the question that is under way here', async () => {
    await using service = await openNativeService({ answer: begun });
    const shared = memoryStorage();
    let time = 1_000;
    const now = (): number => (time += 1);
    const openTab = (): ReturnType<typeof openStore> => {
      const own = memoryStorage();
      return openStore({ api: service.url, surroundings: { storages: [() => own, () => shared], now } });
    };
    using first = openTab();
    using second = openTab();
    first.store.ask('Why?');
    await first.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    second.store.clear();
    first.hearOfOthers();
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    expect(first.store.getState()).toMatchObject({ exchanges: [], running: undefined });
  });

  test('leaves what is asked afterwards, also in the same millisecond or after the clock was put back', () => {
    const shared = memoryStorage();
    let time = 5_000;
    let ids = 0;
    const surroundings = { storages: [() => shared], now: () => time, newId: () => `${(ids += 1)}` };
    using first = openStore({ surroundings });
    using second = openStore({ surroundings });
    first.store.ask('Before?');
    first.store.clear();
    first.store.ask('After?');
    time = 10;
    second.store.ask('Long before, it seems?');
    first.leave();
    second.leave();
    using third = openStore({ surroundings });
    expect(third.store.getState().exchanges).toMatchObject([
      { question: 'After?' },
      { question: 'Long before, it seems?' },
    ]);
  });

  test.each([-1, 1e300, '9', null, 8.64e15 + 1])('at %j was never', (clearedAt) => {
    const storage = memoryStorage({
      ibid: JSON.stringify({ version: 1, clearedAt, exchanges: [answered('a')] }),
    });
    expect(createExchangeKeeper([() => storage], 'ibid').read()).toEqual([answered('a')]);
  });
});

describe('a page that is shown again after others', () => {
  test('shows and keeps what was asked on them; what is under way on it goes on', async () => {
    await using service = await openNativeService({ answer: begun });
    const storage = memoryStorage();
    const surroundings = { storages: [() => storage] };
    using first = openStore({ api: service.url, surroundings });
    first.store.ask('First?');
    await first.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    first.leave();
    using second = openStore({ surroundings: { ...surroundings, now: () => 2_000, newId: () => 'second' } });
    second.store.ask('Second?');
    await second.settled();
    second.leave();
    // A page that is loaded anew has read its history already.
    first.comeBack(false);
    expect(first.store.getState().exchanges).toHaveLength(1);
    first.comeBack();
    expect(first.store.getState()).toMatchObject({
      running: 'exchange-1',
      exchanges: [
        { question: 'First?', state: 'streaming' },
        { question: 'Second?', state: 'failed' },
      ],
    });
    first.store.stop();
    first.leave();
    expect(createExchangeKeeper([() => storage], 'ibid').read()).toMatchObject([
      { question: 'First?', state: 'stopped' },
      { question: 'Second?', state: 'failed' },
    ]);
  });
});

describe('two lists of one conversation', () => {
  test('have each once: as it changed here, else as others have it, unless that is less of the same answer', () => {
    const mine = asked('a', 1);
    const rated: Exchange = { ...mine, feedback: { verdict: 'up', reasons: [], note: '', state: 'sent' } };
    const less: Exchange = { ...mine, state: 'stopped', statements: mine.statements.slice(1) };
    expect(mergeExchanges([mine], [rated], never)).toEqual([rated]);
    expect(mergeExchanges([mine], [rated], () => true)).toEqual([mine]);
    expect(mergeExchanges([mine], [less], never)).toEqual([mine]);
    expect(mergeExchanges([less], [mine], never)).toEqual([mine]);
  });

  test('are bounded, of which the oldest go, but not what is under way', () => {
    const others = Array.from({ length: 20 }, (_, at) => asked(`other-${at}`, 10 + at));
    expect(idsOf(mergeExchanges([asked('mine', 1)], others, never))).toEqual(idsOf(others));
    const running = askedExchange({ id: 'running', askedAt: 1 });
    expect(idsOf(mergeExchanges([running], others, never))).toEqual(['running', ...idsOf(others.slice(1))]);
  });
});

describe('an answer too long to be kept', () => {
  const long = answered('long', { askedAt: 2 });
  const huge: Exchange = { ...long, statements: [statement('Short.'), statement('x'.repeat(300_000))] };

  test('costs no other its place; its question is kept, and it stays whole where it is shown', () => {
    const storage = memoryStorage();
    const keeper = createExchangeKeeper([() => storage], 'ibid');
    const all = [answered('before'), huge, answered('after', { askedAt: 3 })];
    expect(keeper.write(all)).toBe(true);
    expect(storage.values.get('ibid')?.length).toBeLessThan(100_000);
    const read = createExchangeKeeper([() => storage], 'ibid').read();
    expect(idsOf(read)).toEqual(['before', 'long', 'after']);
    expect(read[1]).toMatchObject({ question: huge.question, state: 'stopped', statements: [] });
    expect(keeper.merge(all)).toEqual(all);
  });

  test('is left out where not even its question is short, and the reader is told', () => {
    const storage = memoryStorage();
    const keeper = createExchangeKeeper([() => storage], 'ibid');
    const endless: Exchange = { ...long, scope: { ...long.scope, page: { url: '/', title: 'x'.repeat(300_000) } } };
    expect(keeper.write([answered('before'), endless])).toBe(false);
    expect(idsOf(createExchangeKeeper([() => storage], 'ibid').read())).toEqual(['before']);
    expect(keeper.write([answered('before'), endless, answered('after', { askedAt: 3 })])).toBe(true);
  });
});
