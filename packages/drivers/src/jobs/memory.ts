/** Jobs in memory: the reference of the job contract, and all that a server needs that may forget on restart. */
import { IbidError } from '@ibid/core';
import type { Job, JobDriver, JobHold } from '@ibid/core/types';

const KEPT = 100;

interface KeptJob {
  readonly job: Job;
  readonly holder: AbortController | undefined;
}

/** What is kept lives as long as the driver, also over `close`; its one holder can only die with it. */
export function memoryJobs(): JobDriver {
  /** In the order in which they were added. */
  const jobs = new Map<string, KeptJob>();
  let isOpen = false;

  const requireOpen = (): void => {
    if (!isOpen) throw new IbidError('CLOSED', 'The job list is not open; call `open` first');
  };

  function hold(job: Job): JobHold {
    const holder = new AbortController();
    jobs.set(job.id, { job: structuredClone(job), holder });
    const isHeld = (): boolean => jobs.get(job.id)?.holder === holder;
    return {
      lost: holder.signal,
      async put(next) {
        if (!isHeld()) throw notHeld(job.id);
        jobs.set(job.id, { job: structuredClone(next), holder: hasEnded(next) ? undefined : holder });
      },
      async release() {
        const kept = jobs.get(job.id);
        if (kept !== undefined && isHeld()) jobs.set(job.id, { ...kept, holder: undefined });
      },
    };
  }

  return {
    name: 'memory-jobs',
    traits: { durable: false },
    async open() {
      isOpen = true;
    },
    async close() {
      isOpen = false;
      for (const [id, kept] of jobs) jobs.set(id, { ...kept, holder: undefined });
    },
    async add(job) {
      requireOpen();
      const inWay = [...jobs.values()].find((kept) => !hasEnded(kept.job));
      if (inWay !== undefined) return { kind: 'in-way', job: structuredClone(inWay.job) };
      const added = hold(job);
      for (const id of [...jobs.keys()].slice(0, -KEPT)) jobs.delete(id);
      return { kind: 'added', hold: added };
    },
    async takeOver(id, from) {
      requireOpen();
      const kept = jobs.get(id);
      if (kept === undefined || hasEnded(kept.job) || (from === 'dead' && kept.holder !== undefined)) return undefined;
      const taken = { job: structuredClone(kept.job), hold: hold(kept.job) };
      kept.holder?.abort(notHeld(id));
      return taken;
    },
    async get(id) {
      requireOpen();
      return structuredClone(jobs.get(id)?.job);
    },
    async list(limit) {
      requireOpen();
      return [...jobs.values()]
        .slice(-limit)
        .toReversed()
        .map(({ job }) => structuredClone(job));
    },
  };
}

function hasEnded(job: Job): boolean {
  return job.state !== 'queued' && job.state !== 'running';
}

function notHeld(id: string): IbidError {
  return new IbidError('STORE_BUSY', `The job \`${id}\` is not held here any more; nothing was written`);
}
