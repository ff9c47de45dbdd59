import { INGEST_STAGES, type IngestOptions, type IngestStage } from './ingest-options.ts';

export interface Stopwatch {
  /** Runs one stage, timed; `report` sends its progress. */
  time<Result>(
    stage: IngestStage,
    work: (report: (done: number, total: number | undefined) => void) => Promise<Result>,
  ): Promise<Result>;
  /** Milliseconds per stage so far; 0 for a stage that did not run. */
  timings(): Readonly<Record<IngestStage, number>>;
}

export function stopwatch(options: Pick<IngestOptions, 'now' | 'onProgress'>): Stopwatch {
  const spent = Object.fromEntries(INGEST_STAGES.map((stage) => [stage, 0])) as Record<IngestStage, number>;
  return {
    async time(stage, work) {
      const start = options.now().getTime();
      try {
        return await work((done, total) => options.onProgress?.({ stage, done, total }));
      } finally {
        spent[stage] += Math.max(0, options.now().getTime() - start);
      }
    },
    timings: () => ({ ...spent }),
  };
}
