import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { decodeFeedback } from '../../wire/src/native/feedback.ts';
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

test('does not follow a server that sends it on elsewhere', async () => {
  await using elsewhere = await openNativeService();
  const sendsOn: RequestListener = (_, response) => {
    response.writeHead(307, { Location: `${elsewhere.url}/api/feedback` }).end();
  };
  const server = createServer(sendsOn).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await sendFeedback({ api, siteKey: 'key-1', feedback })).toBe('failed');
  expect(elsewhere.requests).toEqual([]);
  server.closeAllConnections();
  server.close();
});
