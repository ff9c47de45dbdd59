/**
 * The ledger in one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`). Several processes of the host
 * where the file is may use it at once and share its caps.
 */
import { IbidError } from '@ibid/core';
import type { LedgerDriver } from '@ibid/core/types';
import { fileWorker } from '../files/sqlite/file-worker.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteLedgerOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
}

/** Deleted at a time, so that other calls are answered in between. */
const DELETE_STEP = 500;

export function sqliteLedger({ file }: SqliteLedgerOptions): LedgerDriver {
  if (file === '') throw new IbidError('INVALID_CONFIG', 'sqliteLedger: `file` is empty; name a file to keep it in');
  const worker = fileWorker(file, startWorker);
  const call: WorkerClient['call'] = async (verb, args, given) => worker.client().call(verb, args, given);

  return {
    name: 'sqlite-ledger',
    traits: { durable: true },
    open: worker.open,
    close: worker.close,
    reserve: (reservation, given) => call('reserve', [reservation], given),
    settle: (id, used, given) => call('settle', [id, used], given),
    read: ({ key, day }, given) => call('read', [{ key, day }], given),
    async deleteBefore(day, given) {
      for (let forgotten = 0; ;) {
        const step = await call('deleteStep', [day, DELETE_STEP], given);
        forgotten += step.accounts;
        if (step.accounts < DELETE_STEP && step.reservations < DELETE_STEP) return forgotten;
      }
    },
  };
}
