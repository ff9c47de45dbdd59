import { expect, test } from 'vitest';
import { decodeFeedback } from '../../wire/src/native/codec.ts';
import { openNativeService } from '../../widget/src/testing/native-service.ts';
import { sendFeedback } from './ask-question.ts';

const feedback = {
  request_id: '3f0c2a86-5b1d-4c5e-9f57-0d6f3f1c9a41',
  verdict: 'down',
  reasons: ['wrong'],
  note: 'No.',
  question: 'Why?',
  page: 'https://d.test/a',
} as const;

const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

test('goes as it is, with the site key, and the server can read it', async () => {
  await using service = await openNativeService();
  expect(await sendFeedback({ api: service.url, siteKey: 'key-1', feedback })).toBe('sent');
  expect(service.feedback).toMatchObject([{ body: feedback, headers: { 'x-ibid-site-key': 'key-1' } }]);
  expect(decodeFeedback(service.feedback[0]?.body).kind).toBe('ok');
});

test('has failed when the server refuses, is silent or is not there', async () => {
  const service = await openNativeService();
  service.answerFeedbackWith(429);
  expect(await sendFeedback({ api: service.url, siteKey: '', feedback })).toBe('failed');
  expect(await sendFeedback({ api: '', siteKey: '', feedback, fetch: silent, timeout: 10 })).toBe('failed');
  await service.close();
  expect(await sendFeedback({ api: service.url, siteKey: '', feedback })).toBe('failed');
});
