import { memoryState } from '@ibid/drivers/state/state';
import { sessionIdOf } from '@ibid/testkit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { IbidError } from '../types/ibid-error.ts';
import type { SessionDriver } from '../types/session.ts';
import { appendWords, conversationsPlace, takeTurn } from './conversations-fixture.ts';
import type { Conversations } from './create-conversations.ts';
import { turnQueue } from './turn-queue.ts';

const SESSIONS = 3;
const LIMITS = { maxWaiting: 3 };

interface Request {
  readonly type: 'ask' | 'ask and go' | 'ask and say nothing' | 'end' | 'read';
  /** A number above the existing sessions starts a new one. */
  readonly session: number;
  /** Tells whether and when the client disconnects. */
  readonly leaves: 'never' | 'some time' | 'before';
}

const arbitraryRequests: fc.Arbitrary<readonly Request[]> = fc.array(
  fc.record({
    type: fc.oneof(
      { weight: 4, arbitrary: fc.constant('ask' as const) },
      { weight: 1, arbitrary: fc.constantFrom('ask and go' as const, 'ask and say nothing' as const) },
      { weight: 1, arbitrary: fc.constantFrom('end' as const, 'read' as const) },
    ),
    session: fc.integer({ min: 1, max: SESSIONS + 1 }),
    leaves: fc.oneof(
      { weight: 3, arbitrary: fc.constant('never' as const) },
      { weight: 1, arbitrary: fc.constantFrom('some time' as const, 'before' as const) },
    ),
  }),
  { minLength: 2, maxLength: 16 },
);

/** Questions stored for each session at this moment, oldest first. */
type Kept = Map<string, string[]>;

/** A driver whose calls take effect when the scheduler decides. */
function scheduledDriver(scheduler: fc.Scheduler, kept: Kept, hasLock: boolean): SessionDriver {
  const sound = memoryState().sessions;
  const shared = turnQueue({ maxWaiting: 100 });
  const later = <T>(label: string, action: () => Promise<T>): Promise<T> =>
    scheduler.schedule(Promise.resolve(), label).then(action);
  return {
    ...sound,
    read: (id) => later('read', () => sound.read(id)),
    append: (appended, caps) =>
      later('append', async () => {
        await sound.append(appended, caps);
        kept.set(appended.sessionId, [...(kept.get(appended.sessionId) ?? []), appended.turn.userInput]);
      }),
    delete: (id) =>
      later('delete', async () => {
        kept.delete(id);
        return sound.delete(id);
      }),
    deleteIdleSince: (instant) => later('sweep', () => sound.deleteIdleSince(instant)),
    lock: hasLock
      ? (id, options) =>
          later('enter', async () => {
            const leave = await shared.enter(id, options);
            return { lost: new AbortController().signal, release: () => later('leave', async () => leave()) };
          })
      : undefined,
  };
}

/** Runs the requests concurrently and returns every violation of the guarantees of `Conversations`. */
async function playRequests(
  scheduler: fc.Scheduler,
  requests: readonly Request[],
  spoil: (conversations: Conversations, another: () => Promise<Conversations>) => Conversations = (sound) => sound,
  hasLock = false,
): Promise<readonly string[]> {
  const kept: Kept = new Map();
  const driver = scheduledDriver(scheduler, kept, hasLock);
  let ids = 0;
  const newId = (): string => sessionIdOf(++ids);
  const open = async (): Promise<Conversations> =>
    (await conversationsPlace({ driver, limits: LIMITS, newId })).conversations;
  const conversations = spoil(await open(), open);
  const faults: string[] = [];
  const busy = new Set<string>();
  const unended = new Set<number>();

  const ask = async (request: Request, place: number, signal: AbortSignal): Promise<void> => {
    const id = request.session > SESSIONS ? undefined : sessionIdOf(request.session);
    const beginning = await conversations.begin({ id, maxTurns: 50 }, { signal });
    if (beginning.kind !== 'ready') {
      if (id === undefined || kept.has(id)) faults.push(`request ${place} was told ${beginning.kind}`);
      return;
    }
    const { conversation } = beginning;
    if (id !== undefined && conversation.id !== id) faults.push(`request ${place} got the session ${conversation.id}`);
    if (busy.has(conversation.id)) faults.push(`request ${place} was let in beside another one`);
    busy.add(conversation.id);
    try {
      const before = kept.get(conversation.id) ?? [];
      const said = conversation.history.filter(({ role }) => role === 'reader').map(({ text }) => text);
      if (said.join() !== before.slice(-10).join()) faults.push(`request ${place} got the history ${said.join()}`);
      if (conversation.turnNumber !== before.length + 1)
        faults.push(`request ${place} got turn ${conversation.turnNumber}`);
      await scheduler.schedule(Promise.resolve(), 'answer');
      if (request.type === 'ask and say nothing') return;
      const appending = appendWords(conversation, `q-${conversation.id}-${place}`, 'answer');
      if (request.type === 'ask and go') conversation.release();
      await appending;
    } finally {
      busy.delete(conversation.id);
      conversation.release();
    }
  };
  const work = async (request: Request, place: number): Promise<void> => {
    const client = new AbortController();
    if (request.leaves === 'before') client.abort();
    if (request.leaves === 'some time') void scheduler.schedule(Promise.resolve(), 'leave').then(() => client.abort());
    const { signal } = client;
    const id = sessionIdOf(request.session);
    try {
      if (request.type === 'end') await conversations.end(id, { signal });
      else if (request.type === 'read') await conversations.read(id, { signal });
      else await ask(request, place, signal);
    } catch (error) {
      const isFair =
        (IbidError.is(error, 'ABORTED') && signal.aborted) ||
        (IbidError.is(error, 'RATE_LIMITED') && requests.length > 4 && request.type !== 'end');
      if (!isFair) faults.push(`request ${place} failed: ${String(error)}`);
    } finally {
      unended.delete(place);
    }
  };

  for (let session = 1; session <= SESSIONS; session++) {
    await scheduler.waitFor(takeTurn(conversations, undefined, `q-${sessionIdOf(session)}-first`));
  }
  for (const [place, request] of requests.entries()) {
    unended.add(place);
    void work(request, place);
  }
  await scheduler.waitIdle();
  for (const place of unended) faults.push(`request ${place} did not end`);
  for (const [id, questions] of kept) {
    for (const question of questions) if (!question.startsWith(`q-${id}-`)) faults.push(`${question} came into ${id}`);
  }
  return faults;
}

test('requests never overlap within a session, all end, and none sees another session, whenever clients leave (R19)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), arbitraryRequests, async (scheduler, requests) => {
      expect(await playRequests(scheduler, requests)).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

/** Sends every second request to another process. */
function overProcesses(sound: Conversations, another: () => Promise<Conversations>): Conversations {
  const other = another();
  let requests = 0;
  const next = async (): Promise<Conversations> => (requests++ % 2 === 0 ? sound : other);
  return {
    ...sound,
    begin: async (request, call) => (await next()).begin(request, call),
    end: async (id, call) => (await next()).end(id, call),
  };
}

test('the same holds over two processes whose driver has locks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), arbitraryRequests, async (scheduler, requests) => {
      expect(await playRequests(scheduler, requests, overProcesses, true)).toEqual([]);
    }),
    { numRuns: 120 },
  );
});

test('this way of playing finds out two processes without locks (planted)', async () => {
  const outcome = await fc.check(
    fc.asyncProperty(fc.scheduler(), arbitraryRequests, async (scheduler, requests) => {
      expect(await playRequests(scheduler, requests, overProcesses)).toEqual([]);
    }),
    { numRuns: 400, endOnFailure: true },
  );
  expect(outcome.failed).toBe(true);
});
