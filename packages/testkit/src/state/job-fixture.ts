import type { Job, JobDriver, JobState } from '@ibid/core/types';
import { expect } from 'vitest';

export const JOB_ENDS: readonly JobState[] = ['succeeded', 'partial', 'failed', 'cancelled'];

export function jobIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A queued job with some fields changed. */
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

/** Adds a job and ends it. */
export async function addEnded(driver: JobDriver, number: number, state: JobState = 'succeeded'): Promise<Job> {
  const ended = sketchJob(number, { state });
  expect(await driver.add(sketchJob(number))).toBeUndefined();
  expect(await driver.put(ended)).toBe(true);
  return ended;
}
