import type { Job } from '@ibid/core/types';

export interface NaiveHold {
  readonly id: string;
  lost: boolean;
}

/** The job list as plainly as it can be said: the model that drivers are compared with. */
export interface NaiveJobs {
  /** Newest first. */
  readonly all: Job[];
  add(job: Job): NaiveHold | undefined;
  takeOver(id: string, from: 'dead' | 'anyone'): NaiveHold | undefined;
  /** Whether the hold stood. */
  put(hold: NaiveHold, job: Job): boolean;
  release(hold: NaiveHold): void;
  releaseAll(): void;
}

export function naiveJobs(): NaiveJobs {
  const all: Job[] = [];
  let holder: NaiveHold | undefined;
  const hold = (id: string): NaiveHold => (holder = { id, lost: false });
  return {
    all,
    add(job) {
      if (all.some(isOpen)) return undefined;
      all.unshift(job);
      return hold(job.id);
    },
    takeOver(id, from) {
      if (!isOpen(all.find((job) => job.id === id))) return undefined;
      if (holder !== undefined && from === 'dead') return undefined;
      if (holder !== undefined) holder.lost = true;
      return hold(id);
    },
    put(given, job) {
      if (given !== holder) return false;
      all[all.findIndex(({ id }) => id === job.id)] = job;
      if (!isOpen(job)) holder = undefined;
      return true;
    },
    release(given) {
      if (given === holder) holder = undefined;
    },
    releaseAll() {
      holder = undefined;
    },
  };
}

function isOpen(job: Job | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running';
}
