import type { Job, JobDriver, JobHold, JobState } from '@ibid/core/types';
import { once } from 'node:events';
import { expect } from 'vitest';

/** Where job lists of one test live: every driver that it gives sees the same jobs. */
export interface JobPlace {
  readonly driver: () => JobDriver;
  readonly remove: () => Promise<void>;
}

export const JOB_ENDS: readonly JobState[] = ['succeeded', 'partial', 'failed', 'cancelled'];

export function jobIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A queued job, changed as told. */
export function sketchJob(number: number, changes: Partial<Job> = {}): Job {
  return {
    id: jobIdOf(number),
    state: 'queued',
    request: { fresh: false, allowShrink: false },
    createdAt: '2026-01-02T03:04:05.678Z',
    startedAt: '',
    endedAt: '',
    attempts: 0,
    progress: { stage: '', done: 0, total: 0 },
    pages: { added: 0, changed: 0, removed: 0, unchanged: 0, failed: 0 },
    errors: [],
    code: '',
    message: '',
    ...changes,
  };
}

export async function addJob(driver: JobDriver, job: Job): Promise<JobHold> {
  const added = await driver.add(job);
  if (added.kind === 'in-way') return expect.unreachable(`the job ${added.job.id} is in the way`);
  return added.hold;
}

/** Adds a job and ends it. */
export async function addEnded(driver: JobDriver, number: number, state: JobState = 'succeeded'): Promise<Job> {
  const ended = sketchJob(number, { state });
  const hold = await addJob(driver, sketchJob(number));
  await hold.put(ended);
  return ended;
}

const LONGEST_WAIT_MS = 3_000;

/** Waits until the hold is known to be lost. */
export async function expectLoss({ lost }: JobHold): Promise<void> {
  const fired = lost.aborted ? undefined : once(lost, 'abort', { signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
  await fired?.catch(() => undefined);
  expect(lost.aborted).toBe(true);
}
