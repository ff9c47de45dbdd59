import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AskEvent } from './wire.ts';
import { asked } from './testing/asked.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}

/** Opens a question whose answer the test can send, break off and continue. */
function openQuestion() {
  const events: AskEvent[] = [];
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const response = Promise.withResolvers<Response>();
  void asked({
    api: '',
    fetch: () => response.promise,
    timeouts: { loss: 200 },
    onEvent: (event) => events.push(event),
  });
  return {
    events,
    write: (text: string) => writer.write(new TextEncoder().encode(text)).then(settle),
    lose: () => writer.abort(new TypeError('network error')).then(settle),
    answer() {
      response.resolve(new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } }));
      return settle();
    },
  };
}

test('a server has 30 seconds to begin; an answer may take as long as it likes while anything comes, then 45 seconds', async () => {
  const { events: unanswered } = openQuestion();

  const { events, write, answer } = openQuestion();
  await vi.advanceTimersByTimeAsync(29_000);
  await answer();
  expect(unanswered).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(unanswered).toMatchObject([{ type: 'failed', failure: { kind: 'timeout' } }]);
  await write(': begun\n\n');
  for (let beat = 0; beat < 5; beat += 1) {
    await vi.advanceTimersByTimeAsync(44_000);
    await write(': still here\n\n');
  }
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(44_900);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'timeout' } }]);
});

test('a lost connection is told of a little later: a page that is being left loses it too', async () => {
  const { events, answer, lose } = openQuestion();
  await answer();
  await lose();
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(events).toMatchObject([{ type: 'failed', failure: { kind: 'cut' } }]);
});

test('no timer is left behind', async () => {
  const { events, write, answer } = openQuestion();
  await answer();
  await write('event: run-error\ndata: {}\n\n');
  expect(events).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
