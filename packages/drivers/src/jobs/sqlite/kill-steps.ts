/** What `kill-writer.ts` writes, as a function of job and step, so that `kill.long.test.ts` knows what must be there. */
import type { Job } from '@ibid/core/types';

export const KILL_STEPS = 6;

export function killStep(number: number, step: number): Job {
  const state = step === 0 ? 'queued' : step < KILL_STEPS - 1 ? 'running' : 'succeeded';
  return {
    id: `job ${number}`,
    state,
    request: { fresh: false, allowShrink: false },
    createdAt: String(number),
    startedAt: '',
    endedAt: '',
    attempts: 1,
    progress: { stage: 'pages', done: step, total: KILL_STEPS },
    pages: { added: 0, changed: 0, removed: 0, unchanged: 0, failed: 0 },
    errors: Array.from({ length: 5 * step }, (_, i) => ({ page: `page ${i}`, stage: 'load', error: 'x'.repeat(200) })),
    code: '',
    message: '',
  };
}
