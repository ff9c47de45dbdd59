import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Exchange, foldEvent } from '../exchange/exchange.ts';
import { askedExchange } from '../exchange/testing/asked-exchange.ts';
import { arbitraryReply } from '../exchange/testing/arbitrary-reply.ts';
import { openNativeService, replyScript, sampleReplies } from '../testing/index.ts';
import { type Path, pathsIn } from '../testing/paths-in.ts';
import { createExchangeKeeper } from './create-exchange-keeper.ts';
import type { KeyValueStorage } from './surroundings.ts';
import { type MemoryStorage, memoryStorage } from './testing/memory-storage.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const answered = (id: string, change: Partial<Exchange> = {}): Exchange =>
  foldEvent(askedExchange({ id, ...change }), { type: 'done', reply: samples.answered });

const keeperOf = (...storages: readonly KeyValueStorage[]): ReturnType<typeof createExchangeKeeper> =>
  createExchangeKeeper(
    storages.map((storage) => () => storage),
    'ibid',
  );
const blocked = (): KeyValueStorage => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const idsIn = (storage: KeyValueStorage): readonly string[] =>
  keeperOf(storage)
    .read()
    .map(({ id }) => id);
const kept = (exchanges: unknown, version: unknown = 1): MemoryStorage =>
  memoryStorage({ ibid: JSON.stringify({ version, exchanges }) });

describe('what is kept', () => {
  test('is read back as it was', () => {
    const storage = memoryStorage();
    const reply = fc.sample(arbitraryReply(fc.string({ unit: 'binary' })), 10);
    const exchanges: readonly Exchange[] = [
      ...reply.map((one, at) => foldEvent(askedExchange({ id: `reply-${at}` }), { type: 'done', reply: one })),
      answered('rated', { feedback: { verdict: 'down', reasons: ['wrong'], note: 'No.', state: 'sent' } }),
      askedExchange({
        id: 'failed',
        state: 'failed',
        failure: { kind: 'cut', message: '', retryAfter: 0, requestId: '' },
      }),
      answered('scoped', {
        scope: {
          selection: { text: 'a', url: 'b', section: 'c', place: 'd' },
          onlySelection: true,
          page: { url: '/a', title: 'A' },
          section: { id: 'b', title: 'B' },
          locale: 'ur',
          version: '2.0',
        },
      }),
    ];
    expect(keeperOf(storage).write(exchanges)).toBe(true);
    expect(keeperOf(storage).read()).toEqual(exchanges);
  });

  test('has at most 20 exchanges and 200,000 characters; the oldest go', () => {
    const storage = memoryStorage();
    const many = Array.from({ length: 30 }, (_, at) => answered(`exchange-${at}`));
    keeperOf(storage).write(many);
    expect(idsIn(storage)).toEqual(many.slice(-20).map(({ id }) => id));
    const large = Array.from({ length: 10 }, (_, at) => answered(`large-${at}`, { message: '', warnings: [] })).map(
      (one) => ({ ...one, message: 'x'.repeat(45_000) }),
    );
    keeperOf(storage).write(large);
    expect(storage.values.get('ibid')?.length).toBeLessThan(201_000);
    expect(idsIn(storage)).toEqual(['large-7', 'large-8', 'large-9']);
  });

  test('is as much of it as there is room for', () => {
    const storage = memoryStorage();
    const many = Array.from({ length: 8 }, (_, at) => answered(`exchange-${at}`));
    expect([keeperOf(storage).canKeep(), storage.values.size]).toEqual([true, 0]);
    storage.room = 3 * JSON.stringify(many[0]).length;
    expect(keeperOf(storage).write(many)).toBe(true);
    expect(idsIn(storage)).toEqual(['exchange-6', 'exchange-7']);
    storage.room = 100;
    expect(keeperOf(storage).write(many)).toBe(false);
    storage.room = 0;
    expect(keeperOf(storage).write([])).toBe(false);
    expect(storage.values.has('ibid')).toBe(false);
  });

  test('is nothing where storage is blocked, in any way', () => {
    const all = createExchangeKeeper([blocked, blocked], 'ibid');
    expect([all.canKeep(), all.write([answered('a')]), all.read()]).toEqual([false, false, []]);
    const each = keeperOf({ getItem: blocked, setItem: blocked, removeItem: blocked } as unknown as KeyValueStorage);
    expect([each.canKeep(), each.write([answered('a')]), each.read()]).toEqual([false, false, []]);
    const second = memoryStorage();
    const one = createExchangeKeeper([blocked, () => second], 'ibid');
    expect([one.canKeep(), one.write([answered('a')]), one.read().length]).toEqual([true, true, 1]);
  });
});

describe('what somebody else has written', () => {
  test.each([
    ['half of it', '{"version":1,"exchanges":[{"id":"a"'],
    ['no exchanges', '{"version":1}'],
    ['deep nesting', '['.repeat(100_000)],
    ['far too much', `{"version":1,"exchanges":[${'"x",'.repeat(200_000)}"x"]}`],
    ['nothing', ''],
  ])('%s is read as nothing', (_, text) => {
    expect(keeperOf(memoryStorage({ ibid: text })).read()).toEqual([]);
  });

  test.each([0, 2, '1', null, {}])('version %j is not read, and replaced', (version) => {
    const storage = kept([answered('a')], version);
    expect(keeperOf(storage).read()).toEqual([]);
    keeperOf(storage).write([answered('b')]);
    expect(idsIn(storage)).toEqual(['b']);
  });

  test('an exchange that is damaged in any place is dropped, the others stay; none gets through half', () => {
    const whole = answered('damaged', {
      feedback: { verdict: 'up', reasons: ['wrong'], note: '', state: 'sent' },
      scope: {
        ...askedExchange().scope,
        selection: { text: 'a', url: 'b', section: 'c', place: 'd' },
        page: { url: 'a', title: 'b' },
      },
    });
    const paths = pathsIn(whole);
    for (const path of paths) {
      for (const wrong of [{ a: 1 }, [[]], Number.NaN, -1]) {
        const damaged = changed(whole, path, wrong);
        const read = keeperOf(kept([answered('before'), damaged, answered('after')])).read();
        const ids = read.map(({ id }) => id).filter((id) => id !== 'damaged');
        expect([path, ids]).toEqual([path, ['before', 'after']]);
        // Some members are optional, and JSON replaces a number that is not finite; then the exchange is valid without them.
        const rest = read.find(({ id }) => id === 'damaged');
        const isFit = rest === undefined || Number.isNaN(wrong) || mayBeAnything(path);
        expect([path, wrong, isFit]).toEqual([path, wrong, true]);
        expect(JSON.stringify(rest ?? null)).not.toContain('{"a":1}');
      }
    }
    expect(paths.length).toBeGreaterThan(60);
  });

  test('whatever is written there, reading does not fail and gives exchanges alone', () => {
    const half = fc.record(
      {
        id: fc.constantFrom('a', '__proto__'),
        question: fc.string(),
        scope: fc.jsonValue(),
        state: fc.constant('answered'),
      },
      { requiredKeys: [] },
    );
    const exchanges = fc.array(fc.oneof(half, fc.jsonValue()));
    const written = exchanges.map((all) => JSON.stringify({ version: 1, exchanges: all }));
    fc.assert(
      fc.property(fc.oneof(fc.json(), written), (text) => {
        for (const one of keeperOf(memoryStorage({ ibid: text })).read()) expect(one.statements).toBeInstanceOf(Array);
      }),
    );
  });

  test('members that are not ours are not taken over', () => {
    const storage = memoryStorage({
      ibid: `{"version":1,"exchanges":[${JSON.stringify(answered('a')).replace('{', '{"__proto__":{"evil":1},"html":"<b>",')}]}`,
    });
    const [read] = keeperOf(storage).read();
    expect(read).toEqual(answered('a'));
    expect(read).not.toHaveProperty('evil');
  });
});

describe('a reload', () => {
  const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;

  test('finds the conversation; what was under way is stopped, with what had come', async () => {
    await using service = await openNativeService();
    const storage = memoryStorage();
    using first = openStore({ api: service.url, surroundings: { storages: [() => storage] } });
    first.store.ask('First?');
    await first.settled();
    service.answerWith(begun);
    first.store.ask('Second?');
    await first.until(({ exchanges }) => exchanges[1]?.statements.length === 2);
    first.leave();
    using second = openStore({ api: service.url, surroundings: { storages: [() => storage] } });
    const { exchanges, running, isKept } = second.store.getState();
    expect([running, isKept]).toEqual([undefined, true]);
    expect(exchanges.map(({ state, statements }) => [state, statements.length])).toEqual([
      ['answered', samples.answered.statements.length],
      ['stopped', 2],
    ]);
  });

  test('feedback that was being sent counts as failed', () => {
    const storage = kept([answered('a', { feedback: { verdict: 'up', reasons: [], note: '', state: 'sending' } })]);
    expect(keeperOf(storage).read()[0]?.feedback).toMatchObject({ verdict: 'up', state: 'failed' });
  });

  test('each tab goes on with its own conversation, a new one with the latest, and none ends what another has running', async () => {
    await using service = await openNativeService();
    const shared = memoryStorage();
    const [one, two] = [memoryStorage(), memoryStorage()];
    const openTab = (own: KeyValueStorage, newId = (): string => 'a-1'): ReturnType<typeof openStore> =>
      openStore({ api: service.url, surroundings: { storages: [() => own, () => shared], newId } });
    using first = openTab(one);
    first.store.ask('In the first tab?');
    await first.settled();
    first.leave();
    using second = openTab(two, () => 'b-1');
    expect(second.store.getState().exchanges.map(({ question }) => question)).toEqual(['In the first tab?']);
    service.answerWith(begun);
    second.store.ask('In the second tab?');
    await second.until(({ exchanges }) => exchanges[1]?.statements.length === 2);
    second.leave();
    using third = openTab(memoryStorage());
    expect(third.store.getState().exchanges).toMatchObject([
      { question: 'In the first tab?', state: 'answered' },
      { question: 'In the second tab?', state: 'stopped' },
    ]);
    using firstAgain = openTab(one);
    expect(firstAgain.store.getState().exchanges).toMatchObject([{ question: 'In the first tab?', state: 'answered' }]);
    expect(second.store.getState()).toMatchObject({
      running: 'b-1',
      exchanges: [{ state: 'answered' }, { state: 'streaming' }],
    });
    expect(service.openReplies()).toBe(1);
  });

  test('a storage that is full is told of when it is, and when it is no longer', async () => {
    await using service = await openNativeService();
    const storage = memoryStorage();
    using opened = openStore({ api: service.url, surroundings: { storages: [() => storage] } });
    storage.room = 0;
    opened.store.ask('Why?');
    await opened.settled();
    opened.leave();
    expect(opened.store.getState().isKept).toBe(false);
    storage.room = 1_000_000;
    opened.store.retry('exchange-1');
    await opened.settled();
    opened.leave();
    expect(opened.store.getState().isKept).toBe(true);
  });
});

function changed(value: unknown, path: Path, wrong: unknown): unknown {
  const copy = structuredClone(value);
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  holder[path.at(-1) ?? ''] = wrong;
  return copy;
}

/** True for members that may have any value. Feedback whose state is not `sent` counts as failed. */
function mayBeAnything(path: Path): boolean {
  return (
    path.join('.') === 'feedback.state' || path.some((name) => /^(?:marks|closest|corrected)$/u.test(String(name)))
  );
}
