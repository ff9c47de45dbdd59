/** What the service tells of its connections: who left, what was sent and billed until then, and that nothing stays behind. */
import * as fc from 'fast-check';
import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import { openModelService, type ModelService, type ModelServiceOptions } from './model-service.ts';
import { openRefusedPort } from './open-refused-port.ts';
import { rawExchange } from './raw-exchange-fixture.ts';
import { chatStreamTroubles, chatText } from './stream-troubles-fixture.ts';
import type { ScriptedReply } from './scripted-reply.ts';
import { serviceTokens } from './service-tokens.ts';

const opened: ModelService[] = [];

async function open(answer: ScriptedReply, options: Partial<ModelServiceOptions> = {}): Promise<ModelService> {
  const service = await openModelService({ answer: () => answer, ...options });
  opened.push(service);
  return service;
}

afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

const TEXT = 'Topics are named buses. [p1] A service answers once. [p1] An action tells how far it is. [p2]';
const GOOD = { kind: 'text', text: TEXT } as const;
const model = 'test-model';
const messages = [{ role: 'user' as const, content: 'What are topics?' }];

test('notes who left early, and when', async () => {
  const service = await open({ ...GOOD, everyMs: 20 });
  const client = new OpenAI({ baseURL: service.url, apiKey: service.apiKey, maxRetries: 0 });
  const leaving = new AbortController();
  const stream = await client.chat.completions.create({ model, messages, stream: true }, { signal: leaving.signal });
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content !== '') leaving.abort();
  await service.idle();
  expect(service.closedEarly).toHaveLength(1);
  const [left] = service.closedEarly;
  expect(left).toMatchObject({ isComplete: false, closedBy: 'client' });
  expect(left!.closedAt).toBeGreaterThanOrEqual(left!.replyStartedAt!);
  expect(left!.billed.outputTokens).toBeGreaterThan(0);
  expect(left!.billed.outputTokens).toBeLessThan(serviceTokens(TEXT));
  expect(service.openReplies()).toBe(0);
});

test('a whole reply is nobody’s leaving', async () => {
  const service = await open(GOOD);
  for (let time = 0; time < 5; time += 1) await rawExchange(service, { stream: time % 2 === 0 });
  await service.idle();
  expect(service.closedEarly).toEqual([]);
  expect(service.requests.every(({ isComplete }) => isComplete)).toBe(true);
});

test('a client that leaves before the script has answered is noted too', async () => {
  const { promise, resolve } = Promise.withResolvers<ScriptedReply>();
  const service = await open(GOOD);
  service.answerWith(() => promise);
  expect((await rawExchange(service, { quietMs: 50 })).connection).toBe('open');
  while (service.openSockets() > 0) await new Promise((next) => setImmediate(next));
  resolve(GOOD);
  await service.idle();
  expect(service.requests[0]).toMatchObject({ closedBy: 'client', bytesWritten: 0, isComplete: false });
});

test('ends a reply that takes too long', async () => {
  const service = await open({ kind: 'fault', fault: 'hang-after-headers' }, { maxOpenMs: 30 });
  expect(await rawExchange(service)).toMatchObject({ status: 200, isBodyEnded: false, connection: 'ended' });
  expect(service.requests[0]).toMatchObject({ closedBy: 'service', isComplete: false });
});

test('closing ends hanging, endless and idle connections', async () => {
  const service = await open({ kind: 'fault', fault: 'hang-before-headers' });
  const hanging = Array.from({ length: 20 }, (_, at) =>
    fetch(`${service.url}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}` },
      body: JSON.stringify({ model, messages, stream: at % 2 === 0 }),
    }),
  );
  const ended = Promise.allSettled(hanging);
  while (service.openReplies() < 20) await new Promise((resolve) => setImmediate(resolve));
  expect(service.openSockets()).toBe(20);
  await service.close();
  expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  expect([service.openSockets(), service.closedEarly]).toEqual([0, []]);
});

test('bills the input of what the model took up, and the output that was sent', async () => {
  const service = await open(GOOD);
  await rawExchange(service);
  const inputTokens = serviceTokens('What are topics?') + 4;
  expect(service.billed).toEqual({ inputTokens, outputTokens: serviceTokens(TEXT) });
  service.answerWith(() => ({ kind: 'fault', fault: '500' }));
  await rawExchange(service);
  expect(service.requests[1]?.billed).toEqual({ inputTokens: 0, outputTokens: 0 });
  service.answerWith(() => ({ kind: 'fault', fault: 'cut-connection', of: GOOD }));
  await rawExchange(service);
  const { billed } = service.requests[2]!;
  expect(billed.inputTokens).toBe(inputTokens);
  expect(billed.outputTokens).toBeGreaterThan(0);
  expect(billed.outputTokens).toBeLessThan(serviceTokens(TEXT));
  expect(service.billed.outputTokens).toBe(serviceTokens(TEXT) + billed.outputTokens);
});

test('counts by the measure that it is given', async () => {
  const service = await open(GOOD, { countTokens: (text) => text.length });
  await rawExchange(service);
  expect(service.billed).toEqual({ inputTokens: 'What are topics?'.length + 4, outputTokens: TEXT.length });
});

test('cuts a stream at any byte', async () => {
  const service = await open({ ...GOOD, text: 'Überall 漢字 🙂. [p1]' });
  const whole = (await rawExchange(service)).body;
  const fault = { kind: 'fault', of: { ...GOOD, text: 'Überall 漢字 🙂. [p1]' } } as const;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: whole.length }),
      fc.constantFrom('cut-clean' as const, 'cut-connection' as const),
      async (afterBytes, mode) => {
        service.answerWith(() => ({ ...fault, fault: mode, afterBytes }));
        const { body, isBodyEnded } = await rawExchange(service);
        // The id of a reply is another one for each call, and as long.
        expect([body.length, isBodyEnded]).toEqual([afterBytes, mode === 'cut-clean']);
        const ids = /chatcmpl-\w*/gu;
        expect(body.toString('latin1').replaceAll(ids, '')).toBe(
          whole.subarray(0, afterBytes).toString('latin1').replaceAll(ids, ''),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('a stream that is cut where an event ends looks whole to the official client', async () => {
  const service = await open(GOOD);
  const { text } = await rawExchange(service);
  const afterBytes = Buffer.byteLength(`${text.split('\n\n').slice(0, 8).join('\n\n')}\n\n`);
  service.answerWith(() => ({ kind: 'fault', fault: 'cut-clean', of: GOOD, afterBytes }));
  const client = new OpenAI({ baseURL: service.url, apiKey: service.apiKey, maxRetries: 0 });
  const call = { model, messages, stream: true, stream_options: { include_usage: true } } as const;
  const chunks = await Array.fromAsync(await client.chat.completions.create(call));
  expect(chunks).toHaveLength(8);
  expect(chunks.filter(({ choices }) => choices[0]?.finish_reason !== null)).toEqual([]);
  const raw = await rawExchange(service);
  expect(chatStreamTroubles(raw.text)).toContain('no finish_reason');
  expect(TEXT.startsWith(chatText(raw.text))).toBe(true);
});

test('a refused port refuses for as long as it is held', async () => {
  const port = await openRefusedPort();
  const tried = await fetch(`${port.url}/models`).catch((error: unknown) => error);
  expect((tried as Error).cause).toMatchObject({ code: 'ECONNREFUSED' });
  await port.close();
});
