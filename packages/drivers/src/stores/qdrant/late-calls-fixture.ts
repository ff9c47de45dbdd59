import { IbidError } from '@ibid/core';
import type { Payload, QdrantCalls } from './client/qdrant-calls.ts';

/** What becomes of a write: `late` is not answered, and done at some time later; `twice` is done, and once more later; `never` is not done. */
export type Fate = 'done' | 'late' | 'twice' | 'never';

export interface LateCalls {
  readonly calls: QdrantCalls;
  /** What may still be done, each at any time. */
  readonly held: (() => Promise<void>)[];
  /** From now on the process can do nothing more. */
  die(): void;
}

const WRITES: readonly (keyof QdrantCalls)[] = [
  'createCollection',
  'deleteCollection',
  'switchAlias',
  'createFieldIndex',
  'upsert',
  'insert',
  'setPayload',
  'deletePayload',
  'deletePoints',
];

/** Whether this write would put a build on show. */
export function isShowing(name: string, args: readonly unknown[]): boolean {
  const payload = args[1] as Payload;
  return name === 'setPayload' && typeof payload['shown'] === 'string' && payload['shown'] !== 'null';
}

/** Calls of one process, of which some writes happen late. Signs of life are not among them. */
export function lateCalls(
  sound: QdrantCalls,
  fateOf: (name: keyof QdrantCalls, args: readonly unknown[]) => Fate,
): LateCalls {
  const held: (() => Promise<void>)[] = [];
  let isDead = false;
  const wrapped = Object.entries(sound).map(([name, verb]) => {
    const call = verb as (...args: unknown[]) => Promise<unknown>;
    if (name === 'close') return [name, async () => undefined];
    if (name === 'scroll' || name === 'scrollVectors') return [name, call];
    const write = WRITES.find((one) => one === name);
    return [
      name,
      async (...args: unknown[]): Promise<unknown> => {
        if (isDead) throw unanswered();
        if (write === undefined || isBeat(args)) return call(...args);
        const fate = fateOf(write, args);
        if (fate === 'late' || fate === 'twice') held.push(() => later(call, args));
        if (fate === 'late' || fate === 'never') throw unanswered();
        return call(...args);
      },
    ];
  });
  return { calls: Object.fromEntries(wrapped) as QdrantCalls, held, die: () => void (isDead = true) };
}

/** Whether it is the sign of life that a holder of the writer's place gives every second. */
export function isBeat([, payload]: readonly unknown[]): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'beat';
}

/** Without the signal of a process that is gone; what Qdrant refuses by then does nothing. */
async function later(call: (...args: unknown[]) => Promise<unknown>, args: readonly unknown[]): Promise<void> {
  const given = args.map((arg) => (typeof arg === 'object' && arg !== null && 'signal' in arg ? {} : arg));
  await call(...given).catch((error: unknown) => {
    if (!IbidError.is(error)) throw error;
  });
}

function unanswered(): IbidError {
  return new IbidError('TIMED_OUT', 'No answer', { retryable: true });
}
