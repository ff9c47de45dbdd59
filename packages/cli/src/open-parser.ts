import type { WorkerParser } from '@ibid/drivers/parsers/worker';
import { availableParallelism } from 'node:os';

/** A parser with a thread for each core, up to four; they start when they are needed. */
export async function openParser(): Promise<WorkerParser> {
  const { workerParser } = await import('@ibid/drivers/parsers/worker');
  return workerParser({ pool: Math.min(4, availableParallelism()) });
}
