import { afterEach, expect, it, vi } from 'vitest';
import { serviceFetch } from './service-fetch.ts';

const TARGET = {
  label: 'Service',
  model: 'm',
  baseUrl: 'https://service.example.org/v1',
  headers: {},
  keyName: 'K',
  maxBytes: 1_000,
  advice: { missing: '', tooLong: '', silent: '', refused: '' },
};
const SAYS_DONE = 'data: {"text":"It ends with data: [DONE] and"}\n\n';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The reply to a service that sends the parts and never closes the stream, and the way to send more. */
async function stream(): Promise<{ readonly send: (text: string) => void; readonly text: Promise<string> }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reply = new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
  vi.stubGlobal('fetch', () => Promise.resolve(reply));
  const limited = await serviceFetch(TARGET)(`${TARGET.baseUrl}/chat`, { method: 'POST', body: '{"stream":true}' });
  const writer = writable.getWriter();
  return { send: (text) => void writer.write(Buffer.from(text)).catch(() => undefined), text: limited.text() };
}

it('ends a stream after its last event, and not after an answer that contains the words of one', async () => {
  const { send, text } = await stream();
  send(SAYS_DONE);
  await new Promise(setImmediate);
  vi.advanceTimersByTime(5_000);
  send('data: {"text":" closes."}\n\ndata: [DO');
  send('NE]\n\n');
  await new Promise(setImmediate);
  vi.advanceTimersByTime(5_000);
  expect(await text).toBe(`${SAYS_DONE}data: {"text":" closes."}\n\ndata: [DONE]\n\n`);
});
