import { IbidError } from '@ibid/core';
import type { AnswerEvent } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { guardedRun } from './answer.ts';

const START: AnswerEvent = { type: 'run-start', runId: 'x' };
const END = { type: 'run-end', answer: {} } as unknown as AnswerEvent;

async function collect(
  start: () => AsyncIterable<AnswerEvent>,
  signal: AbortSignal = new AbortController().signal,
): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of guardedRun(start, { signal, record: () => undefined, observe: () => undefined })) {
    seen.push(event.type === 'run-error' ? `run-error ${event.code}` : event.type);
  }
  return seen;
}

async function* of(...events: (AnswerEvent | Error)[]): AsyncGenerator<AnswerEvent> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

describe('guardedRun', () => {
  it.each<[string, () => AsyncIterable<AnswerEvent>, string[]]>([
    ['a run as it is', () => of(START, END), ['run-start', 'run-end']],
    [
      'a run that says its own error',
      () => of({ type: 'run-error', code: 'NOT_INDEXED', message: '' }),
      ['run-error NOT_INDEXED'],
    ],
    ['a run that stops short', () => of(START), ['run-start', 'run-error UPSTREAM_FAILED']],
    ['a run that goes on after its end', () => of(START, END, END, START), ['run-start', 'run-end']],
    ['a run that throws something', () => of(START, new Error('secret')), ['run-start', 'run-error UPSTREAM_FAILED']],
    ['a run that throws a known error', () => of(new IbidError('STORE_BUSY', '')), ['run-error STORE_BUSY']],
    [
      'a run that cannot start',
      () => {
        throw new Error('secret');
      },
      ['run-error UPSTREAM_FAILED'],
    ],
  ])('ends %s exactly once', async (_, start, expected) => {
    expect(await collect(start)).toEqual(expected);
  });

  it('ends a run that ignores the abort at once, with the reason', async () => {
    const controller = new AbortController();
    async function* stuck(): AsyncGenerator<AnswerEvent> {
      yield START;
      controller.abort(new IbidError('TIMED_OUT', ''));
      await new Promise(() => undefined);
    }
    expect(await collect(stuck, controller.signal)).toEqual(['run-start', 'run-error TIMED_OUT']);
  });

  it('names the reason when the run itself knows only that it was stopped', async () => {
    const controller = new AbortController();
    async function* polite(): AsyncGenerator<AnswerEvent> {
      yield START;
      controller.abort(new IbidError('CLOSED', ''));
      yield { type: 'run-error', code: 'ABORTED', message: '' };
    }
    expect(await collect(polite, controller.signal)).toEqual(['run-start', 'run-error CLOSED']);
  });
});
