/**
 * Several processes that make the state of one index at the same time, over a model of Qdrant in which every call waits until a schedule
 * lets it happen, and may then also be lost, or happen once more long after.
 */
import { IbidError } from '@ibid/core';
import { setImmediate as turn } from 'node:timers/promises';
import type { Payload, QdrantCalls } from '../client/qdrant-calls.ts';
import { createKeeping } from './create-keeping.ts';
import { STATE_ID } from './state-point.ts';

/**
 * `done` and answered; `lost`: done, but not answered; `never` done, nor answered; `late`: not answered, and done at some later step;
 * `twice`: done and answered, and done again at some later step.
 */
export const FATES = ['done', 'lost', 'never', 'late', 'twice'] as const;

export interface Step {
  /** Which of what waits, modulo their number. */
  readonly pick: number;
  readonly fate: (typeof FATES)[number];
}

export interface Outcome {
  /** What was found wrong, each in words. */
  readonly wrong: readonly string[];
  /** How many calls waited before each step. */
  readonly choices: readonly number[];
}

interface Waiting {
  readonly happen: () => unknown;
  /** None for what happens a second time. */
  readonly answer?: (value: unknown) => void;
  readonly fail?: (error: IbidError) => void;
}

/** After the schedule, everything that waits is done in order. `insert` replaces nothing, unless the server is to be wrong. */
export async function runCreators(
  processes: number,
  schedule: readonly Step[],
  { replaces = false }: { readonly replaces?: boolean } = {},
): Promise<Outcome> {
  const waiting: Waiting[] = [];
  const fields = new Set<string>();
  const points = new Map<string, Payload>();
  const wrong: string[] = [];
  let isThere = false;
  let worked = 0;

  function step<T>(happen: () => T): Promise<T> {
    return new Promise((answer, fail) => {
      waiting.push({ happen, answer: answer as (value: unknown) => void, fail });
    });
  }
  function look(): readonly { readonly id: string; readonly payload: Payload }[] {
    if (!isThere) throw new IbidError('NOT_INDEXED', 'There is no such collection');
    const payload = points.get(STATE_ID);
    return payload === undefined ? [] : [{ id: STATE_ID, payload }];
  }
  const calls: Partial<QdrantCalls> = {
    version: async () => '1.16.0',
    // The second look belongs to the first: copies are not the question here.
    retrieve: (_collection, _ids, _payload, options) =>
      (options as { readonly copies?: string } | undefined)?.copies === 'one'
        ? Promise.resolve().then(look)
        : step(look),
    createCollection: () =>
      step(() => {
        const isNew = !isThere;
        isThere = true;
        return isNew;
      }),
    async createFieldIndex(_collection, field) {
      fields.add(field);
    },
    async *scroll() {
      yield await step(() => []);
    },
    insert: (_collection, { id, payload }) =>
      step(() => {
        if (fields.size < 13) wrong.push('the state came before the field indexes');
        if (replaces || !points.has(id)) points.set(id, payload);
      }),
  };

  const alive = new Set<Promise<void>>();
  for (let i = 0; i < processes; i++) {
    const life = live(async () => {
      await createKeeping(calls as QdrantCalls, 'b');
      await step(() => {
        const state = points.get(STATE_ID);
        if (state === undefined) wrong.push('a process went on without a state');
        else points.set(STATE_ID, { ...state, epochs: Number(state['epochs']) + 1 });
        worked++;
      });
    }).finally(() => alive.delete(life));
    alive.add(life);
  }

  const choices: number[] = [];
  for (;;) {
    await turn();
    if (waiting.length === 0 && alive.size === 0) break;
    if (waiting.length === 0) continue;
    const { pick, fate } = schedule[choices.length] ?? { pick: 0, fate: 'done' };
    choices.push(waiting.length);
    take(waiting, pick, fate);
    const stands = Number(points.get(STATE_ID)?.['epochs'] ?? 0);
    if (stands !== worked) wrong.push(`of ${worked} changes of the state ${stands} stand`);
  }
  return { wrong, choices };
}

function take(waiting: Waiting[], pick: number, fate: Step['fate']): void {
  const [{ happen, answer, fail }] = waiting.splice(pick % waiting.length, 1) as [Waiting];
  // Changes of the state are conditional, and proved elsewhere; here only what makes it may go wrong.
  const isAnswered = fate === 'done' || fate === 'twice';
  if (fate === 'late' || fate === 'twice') waiting.push({ happen });
  try {
    const value = fate === 'never' || fate === 'late' ? undefined : happen();
    if (isAnswered) answer?.(value);
    else fail?.(new IbidError('TIMED_OUT', 'No answer', { retryable: true }));
  } catch (error) {
    fail?.(error as IbidError);
  }
}

/** Begins again whenever a call was not answered, as a person or a schedule would. */
async function live(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!IbidError.is(error, 'TIMED_OUT')) throw error;
    }
  }
}
