/**
 * What readers think, in one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`). Several processes of
 * the host where the file is may use it at once.
 */
import { IbidError } from '@ibid/core';
import type { FeedbackDriver } from '@ibid/core/types';
import { fileWorker } from '../files/sqlite/file-worker.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteFeedbackOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
}

export function sqliteFeedback({ file }: SqliteFeedbackOptions): FeedbackDriver {
  if (file === '') throw new IbidError('INVALID_CONFIG', 'sqliteFeedback: `file` is empty; name a file to keep it in');
  const worker = fileWorker(file, startWorker);
  const call: WorkerClient['call'] = async (verb, args, given) => worker.client().call(verb, args, given);

  return {
    name: 'sqlite-feedback',
    traits: { durable: true },
    open: worker.open,
    close: worker.close,
    put: (feedback, most, given) => call('put', [feedback, most], given),
    list: (query, given) => call('list', [query], given),
    count: (given) => call('count', [], given),
  };
}
