import { describe, expect, test } from 'vitest';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { openStore } from './testing/open-store.ts';
import { selection } from './testing/selection.ts';

const samples = sampleReplies('https://docs.example.org');
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;

describe('stopping, asking again, clearing, ending', () => {
  test('stop keeps what came and closes the connection', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.stop();
    expect(opened.store.getState()).toMatchObject({ running: undefined, exchanges: [{ state: 'stopped' }] });
    expect(opened.store.getState().exchanges[0]?.statements).toHaveLength(2);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
  });

  test('asking again does so in place, with the scope of then and what came before it', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('First?');
    await opened.settled();
    service.answerWith([{ do: 'status', status: 503 }]);
    opened.store.attach(selection);
    opened.store.ask('Second?');
    await opened.settled();
    opened.store.detach();
    service.answerWith(replyScript(samples.answered));
    opened.store.ask('Third?');
    await opened.settled();
    expect(opened.store.getState().exchanges.map(({ state }) => state)).toEqual(['answered', 'failed', 'answered']);
    opened.store.retry('exchange-2');
    expect(opened.store.getState().exchanges[1]).toMatchObject({ state: 'loading', failure: undefined });
    await opened.settled();
    expect(opened.store.getState().exchanges.map(({ id, state }) => [id, state])).toEqual([
      ['exchange-1', 'answered'],
      ['exchange-2', 'answered'],
      ['exchange-3', 'answered'],
    ]);
    const last = service.asked.at(-1)?.body;
    expect(last?.selection).toMatchObject({ text: 'A topic.' });
    expect(last?.history?.filter(({ role }) => role === 'reader')).toEqual([{ role: 'reader', text: 'First?' }]);
  });

  test('asking again while it runs begins anew; an unknown one does nothing', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.retry('exchange-1');
    expect(opened.store.getState()).toMatchObject({
      running: 'exchange-1',
      exchanges: [{ state: 'loading', statements: [] }],
    });
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    expect(service.openReplies()).toBe(1);
    opened.store.stop();
    const before = opened.store.getState().exchanges;
    opened.store.retry('exchange-9');
    expect(opened.store.getState().exchanges).toBe(before);
  });

  test('clear forgets all at once, and nothing of a running answer comes back', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.clear();
    expect(opened.store.getState()).toMatchObject({ running: undefined, exchanges: [] });
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    await new Promise(setImmediate);
    expect(opened.store.getState().exchanges).toEqual([]);
  });

  test('after its end a store is silent, holds no connection and asks nothing', async () => {
    await using service = await openNativeService({ answer: begun });
    const opened = openStore({ api: service.url });
    let told = 0;
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.subscribe(() => (told += 1));
    expect(opened.listening()).toBe(5);
    opened.store.dispose();
    expect(opened.listening()).toBe(0);
    await expect(service.asked[0]?.closed).resolves.toBe('early');
    opened.store.ask('More?');
    opened.store.retry('exchange-1');
    opened.setOnline(false);
    opened.navigate({ version: '1.0' });
    await new Promise(setImmediate);
    expect([told, service.asked.length]).toEqual([0, 1]);
    opened.store.dispose();
  });
});
