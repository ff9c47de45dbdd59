import { describe, expect, test } from 'vitest';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');

describe('failures', () => {
  test('show why, keep what came, and say when another try makes sense', async () => {
    await using service = await openNativeService({
      answer: [{ do: 'status', status: 429, headers: { 'Retry-After': '9' }, body: { message: 'Slowly.' } }],
    });
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]).toMatchObject({
      state: 'failed',
      failure: { kind: 'rate-limited', message: 'Slowly.', retryAfter: 9 },
    });
    service.answerWith([...replyScript(samples.answered, { stopAfter: 3 }), { do: 'cut' }]);
    opened.store.retry('exchange-1');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]).toMatchObject({ state: 'failed', failure: { kind: 'cut' } });
    expect(opened.store.getState().exchanges[0]?.statements).toHaveLength(3);
  });

  test('being offline is seen from the browser and from calls, and being back too', async () => {
    await using service = await openNativeService();
    using opened = openStore({
      api: 'http://127.0.0.1:9',
      surroundings: { fetch: () => Promise.reject(new TypeError('no')) },
    });
    opened.setOnline(false);
    expect(opened.store.getState().isOnline).toBe(false);
    opened.store.ask('Why?');
    await opened.settled();
    expect(opened.store.getState().exchanges[0]?.failure?.kind).toBe('offline');
    opened.setOnline(true);
    expect(opened.store.getState().isOnline).toBe(true);
    using wrong = openStore({ api: service.url });
    wrong.setOnline(false);
    wrong.store.ask('Why?');
    await wrong.settled();
    expect(wrong.store.getState()).toMatchObject({ isOnline: true, exchanges: [{ state: 'answered' }] });
  });
});
