import { describe, expect, test } from 'vitest';
import { openNativeService } from '../testing/native-service.ts';
import { sampleReplies } from '../testing/replies.ts';
import { replyScript } from '../testing/reply-script.ts';
import { openStore } from './testing/open-store.ts';

const samples = sampleReplies('https://docs.example.org');
const begun = [...replyScript(samples.answered, { stopAfter: 2 }), { do: 'hold' }] as const;

describe('rating', () => {
  test('shows at once, goes to the server with page and request, and says how it went', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.settled();
    opened.store.rate('exchange-1', 'down', ['wrong', 'outdated'], ` ${'x'.repeat(600)}`);
    expect(opened.store.getState().exchanges[0]?.feedback).toMatchObject({ verdict: 'down', state: 'sending' });
    await opened.until(({ exchanges }) => exchanges[0]?.feedback?.state === 'sent');
    expect(service.feedback.map(({ body }) => body)).toEqual([
      {
        request_id: 'request-answered',
        verdict: 'down',
        reasons: ['wrong', 'outdated'],
        note: 'x'.repeat(500),
        question: 'Why?',
        page: 'https://docs.test/a',
      },
    ]);
  });

  test('names the page on which was asked, also when it is given on another', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.ask('Why?');
    await opened.settled();
    opened.navigate({ url: 'https://docs.test/private' });
    opened.store.retry('exchange-1');
    await opened.settled();
    opened.store.rate('exchange-1', 'up', [], '');
    await opened.until(({ exchanges }) => exchanges[0]?.feedback?.state === 'sent');
    expect(service.feedback.map(({ body }) => body)).toMatchObject([{ page: 'https://docs.test/a' }]);
  });

  test('a later rating takes the place of an earlier one, whichever the server answers first', async () => {
    const answers: ((response: Response) => void)[] = [];
    await using service = await openNativeService();
    using opened = openStore({
      api: service.url,
      surroundings: {
        fetch: (url, init) =>
          String(url).endsWith('/api/feedback') ? new Promise((resolve) => answers.push(resolve)) : fetch(url, init),
      },
    });
    opened.store.ask('Why?');
    await opened.settled();
    opened.store.rate('exchange-1', 'up', [], '');
    opened.store.rate('exchange-1', 'down', ['wrong'], '');
    answers[1]?.(new Response(null, { status: 503 }));
    await opened.until(({ exchanges }) => exchanges[0]?.feedback?.state === 'failed');
    answers[0]?.(new Response(null, { status: 204 }));
    await new Promise(setImmediate);
    expect(opened.store.getState().exchanges[0]?.feedback).toMatchObject({ verdict: 'down', state: 'failed' });
  });

  test('what is not finished, unknown, or never reached the server is not rated', async () => {
    await using service = await openNativeService({ answer: begun });
    using opened = openStore({ api: service.url });
    opened.store.rate('exchange-9', 'up', [], '');
    opened.store.ask('Why?');
    await opened.until(({ exchanges }) => exchanges[0]?.statements.length === 2);
    opened.store.rate('exchange-1', 'up', [], '');
    service.answerWith([{ do: 'status', status: 502 }]);
    opened.store.ask('Why?');
    await opened.settled();
    opened.store.rate('exchange-2', 'up', [], '');
    expect(opened.store.getState().exchanges.map(({ feedback }) => feedback)).toEqual([undefined, undefined]);
    expect(service.feedback).toEqual([]);
  });
});
