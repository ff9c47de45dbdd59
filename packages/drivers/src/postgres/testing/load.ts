/** Two replicas of everything that is kept in PostgreSQL, at work as fast as they can, and what they were told meanwhile. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { IbidError } from '@ibid/core';
import type { BuildLock, FeedbackDriver, Job, JobDriver, LedgerDriver } from '@ibid/core/types';
import type { LedgerAccount, SessionDriver } from '@ibid/core/types';
import { booking, ledgerAccount, newReservationId, sketchFeedback, sketchJob } from '@ibid/testkit';
import { postgresFeedback } from '../../feedback/postgres.ts';
import { postgresJobs } from '../../jobs/postgres.ts';
import { postgresLedger } from '../../ledgers/postgres.ts';
import { postgresLock } from '../../locks/postgres.ts';
import { postgresSessions } from '../../sessions/postgres.ts';
import { KILL_CAPS, killAppended, killSessionId } from '../../sessions/testing/kill-turns.ts';
import { openPostgres } from '../open-postgres.ts';
import type { Postgres } from '../postgres.ts';
import { replicaGround } from '../replica-ground.ts';

export const LANES = [
  'session',
  'turn',
  'new session',
  'erasure',
  'ledger',
  'feedback',
  'job',
  'lock',
  'write check',
] as const;
export type Lane = (typeof LANES)[number];

/** Too little for all lanes at once, so that they meet it again and again. */
export const CAP = 400;
export const SHARED: LedgerAccount = ledgerAccount('all', { maxTokens: CAP, maxMicroCost: undefined });

/** What was acknowledged, to be found on whatever server is the primary in the end. */
export interface Acknowledged {
  /** Of each session, its newest turn. */
  readonly turns: Map<number, number>;
  readonly begun: string[];
  readonly erased: string[];
  /** Tokens settled by each lane. */
  readonly settled: Map<string, number>;
  readonly feedback: string[];
  readonly ended: string[];
}

export interface LoadFailure {
  readonly lane: Lane;
  readonly error: IbidError;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  readonly failures: readonly LoadFailure[];
  /** Anything that is no classified failure. */
  readonly odd: readonly unknown[];
  /** Acknowledged writes of each lane and replica since this was last called. */
  counts(): ReadonlyMap<string, number>;
  /** Resolves when each of these lanes of each replica has had another write acknowledged, with the milliseconds that each took. */
  goesOn(lanes?: readonly Lane[]): Promise<ReadonlyMap<string, number>>;
  /** Most that held the job, or the lock, at once, by their own belief. */
  readonly mostHolders: { job: number; lock: number };
  /** Highest that was ever seen on the shared account. */
  highest(): number;
  /** Lets everybody finish what is under way; may be repeated. */
  stop(): Promise<void>;
}

const MAY_HAPPEN = new Set(['UPSTREAM_FAILED', 'TIMED_OUT', 'STORE_BUSY', 'RATE_LIMITED']);
const REST_MS = 20;

interface Replica {
  readonly number: number;
  readonly postgres: Postgres;
  readonly sessions: SessionDriver;
  readonly ledger: LedgerDriver;
  readonly feedback: FeedbackDriver;
  readonly jobs: JobDriver;
  readonly lock: BuildLock;
}

async function openReplica(url: string, number: number): Promise<Replica> {
  const postgres = openPostgres({ url });
  const replica = {
    number,
    postgres,
    sessions: postgresSessions({ postgres }),
    ledger: postgresLedger({ postgres, patienceMs: 60_000 }),
    feedback: postgresFeedback({ postgres }),
    jobs: postgresJobs({ postgres }),
    lock: postgresLock({ postgres, name: 'contended' }),
  };
  for (const driver of [replica.sessions, replica.ledger, replica.feedback, replica.jobs]) await driver.open();
  return replica;
}

export async function startLoad(url: string): Promise<Load> {
  const replicas = [await openReplica(url, 0), await openReplica(url, 1)];
  const acknowledged: Acknowledged = {
    turns: new Map(),
    begun: [],
    erased: [],
    settled: new Map(),
    feedback: [],
    ended: [],
  };
  const failures: LoadFailure[] = [];
  const odd: unknown[] = [];
  const stopping = new AbortController();
  const waiting = new Map<string, () => void>();
  const counted = new Map<string, number>();
  const holders = { job: 0, lock: 0 };
  const mostHolders = { job: 0, lock: 0 };
  let highest = 0;

  const done = (lane: Lane, { number }: Replica): void => {
    const key = `${lane} ${number}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
    waiting.get(key)?.();
  };
  const failed = async (lane: Lane, error: unknown): Promise<void> => {
    if (stopping.signal.aborted && IbidError.is(error) && error.code === 'ABORTED') return;
    const isKnown = IbidError.is(error) && MAY_HAPPEN.has(error.code);
    if (isKnown && (error.retryable || error.details['outcome'] === 'unknown')) failures.push({ lane, error });
    // Another replica has the turn, the job or the lock.
    else if (!IbidError.is(error) || error.code !== 'STORE_BUSY') odd.push(error);
    await sleep(REST_MS);
  };
  const lane = async (name: Lane, replica: Replica, step: () => Promise<boolean | void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if ((await step()) === false) await sleep(REST_MS);
        else done(name, replica);
      } catch (error) {
        await failed(name, error);
      }
    }
  };
  /** Asks again whatever it is told, until it is acknowledged. */
  const untilDone = async (name: Lane, write: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        await failed(name, error);
      }
    }
  };
  const holding = async (what: 'job' | 'lock', work: () => Promise<void>): Promise<void> => {
    holders[what] += 1;
    mostHolders[what] = Math.max(mostHolders[what], holders[what]);
    try {
      await work();
    } finally {
      holders[what] -= 1;
    }
  };

  const lanesOf = (replica: Replica): Promise<void>[] => {
    const { number, sessions, ledger, feedback, jobs, lock } = replica;
    let next: number | undefined;
    const ownAccount = ledgerAccount(`session:${number}`, { day: '' });
    let open: string | undefined;
    let asked = 0;
    const ground = replicaGround(replica.postgres);
    return [
      lane('session', replica, async () => {
        const at = next;
        next = undefined;
        const turn = at ?? ((await sessions.read(killSessionId(number)))?.currentTurn ?? 0) + 1;
        await sessions.append(killAppended(number, turn), KILL_CAPS);
        acknowledged.turns.set(number, turn);
        next = turn + 1;
      }),
      lane('turn', replica, async () => {
        const turn = await sessions.turns!.enter(killSessionId(9), { signal: stopping.signal });
        await sleep(5);
        await turn.leave();
      }),
      lane('new session', replica, async () => {
        const sessionId = randomUUID();
        await sessions.append({ ...killAppended(number, 1), sessionId }, { maxBytes: 100_000, maxSessions: 1_000_000 });
        acknowledged.begun.push(sessionId);
        await sleep(5);
      }),
      lane('erasure', replica, async () => {
        const sessionId = randomUUID();
        await sessions.append({ ...killAppended(number, 1), sessionId }, { maxBytes: 100_000, maxSessions: 1_000_000 });
        await untilDone('erasure', () => sessions.delete(sessionId));
        acknowledged.erased.push(sessionId);
        await sleep(5);
      }),
      ...['a', 'b'].map(() =>
        lane('ledger', replica, async () => {
          const id = newReservationId();
          const reservation = { id, day: SHARED.day, accounts: [SHARED, ownAccount], most: booking(150) };
          if ((await ledger.reserve(reservation)) !== undefined) return false;
          const used = asked++ % 10 === 0 ? 1 : 0;
          // What is reserved is settled in the end.
          await untilDone('ledger', () => ledger.settle(id, booking(used)));
          acknowledged.settled.set(ownAccount.key, (acknowledged.settled.get(ownAccount.key) ?? 0) + used);
          return true;
        }),
      ),
      lane('feedback', replica, async () => {
        const given = sketchFeedback(1);
        const requestId = randomUUID();
        await feedback.put({ ...given, requestId }, 1_000_000);
        acknowledged.feedback.push(requestId);
        await sleep(5);
      }),
      lane('job', replica, async () => {
        const job: Job = { ...sketchJob(1), id: randomUUID() };
        open ??= (await jobs.list(1)).find(({ state }) => state === 'running' || state === 'queued')?.id;
        const left = open === undefined ? undefined : await jobs.takeOver(open, 'dead');
        open = undefined;
        const added = left === undefined ? await jobs.add(job) : undefined;
        const held = left ?? (added?.kind === 'added' ? { job, hold: added.hold } : undefined);
        if (held === undefined) return false;
        try {
          await holding('job', async () => {
            for (let step = 0; step < 3; step++) await held.hold.put({ ...held.job, state: 'running' });
          });
          // Others may have the next one before we hear that this one has ended.
          await held.hold.put({ ...held.job, state: 'succeeded' });
        } catch (error) {
          // As a server does whose job fails: it leaves it to the next.
          await held.hold.release().catch(() => undefined);
          throw error;
        }
        acknowledged.ended.push(held.job.id);
        return true;
      }),
      lane('lock', replica, async () => {
        const held = await lock.acquire().catch((error: unknown) => {
          if (IbidError.is(error) && error.details['pid'] !== undefined) return undefined;
          throw error;
        });
        if (held === undefined) return false;
        await holding('lock', async () => void (await sleep(10)));
        await held.release();
        await sleep(50);
        return true;
      }),
      lane('write check', replica, async () => {
        await ground.checkWrites();
        await sleep(50);
      }),
    ];
  };

  for (const { postgres } of replicas) await replicaGround(postgres).open();
  const all = replicas.flatMap(lanesOf);
  all.push(
    (async () => {
      while (!stopping.signal.aborted) {
        const { settled, reserved } = await replicas[0]!.ledger.read(SHARED).catch(() => ({
          settled: booking(0),
          reserved: booking(0),
        }));
        highest = Math.max(highest, settled.tokens + reserved.tokens);
        await sleep(5);
      }
    })(),
  );

  let stopped: Promise<void> | undefined;
  return {
    acknowledged,
    failures,
    odd,
    mostHolders,
    highest: () => highest,
    counts() {
      const counts = new Map(counted);
      counted.clear();
      return counts;
    },
    async goesOn(lanes = LANES) {
      const began = performance.now();
      const keys = lanes.flatMap((one) => replicas.map(({ number }) => `${one} ${number}`));
      const times = await Promise.all(
        keys.map(async (key) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          waiting.set(key, resolve);
          await promise;
          waiting.delete(key);
          return [key, Math.round(performance.now() - began)] as const;
        }),
      );
      return new Map(times);
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };

  async function stop(): Promise<void> {
    stopping.abort();
    await Promise.all(all);
    for (const { postgres, sessions, ledger, feedback, jobs } of replicas) {
      for (const driver of [sessions, ledger, feedback, jobs]) await driver.close();
      await postgres.close();
    }
  }
}
