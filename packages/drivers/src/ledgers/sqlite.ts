/**
 * The ledger in one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`). Several processes of the host
 * where the file is may use it at once and share its caps.
 */
import { dirname } from 'node:path';
import { IbidError, type CallOptions, type LedgerDriver } from '@ibid/core';
import { ensureFolder } from '../files/ensure-folder.ts';
import type { Verb, Verbs } from './sqlite/protocol.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteLedgerOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
}

/** Deleted at a time, so that other calls are answered in between. */
const DELETE_STEP = 500;

export function sqliteLedger({ file }: SqliteLedgerOptions): LedgerDriver {
  if (file === '') throw new IbidError('INVALID_CONFIG', 'sqliteLedger: `file` is empty; name a file to keep it in');
  let client: WorkerClient | undefined;
  let opening: Promise<WorkerClient> | undefined;

  const call = async <V extends Verb>(
    verb: V,
    args: Parameters<Verbs[V]>,
    given: CallOptions | undefined,
  ): Promise<ReturnType<Verbs[V]>> => {
    if (client === undefined) throw new IbidError('CLOSED', `\`${file}\` is not open; call \`open\` first`);
    return client.call(verb, args, given);
  };

  return {
    name: 'sqlite-ledger',
    traits: { durable: true },
    async open() {
      ensureFolder(dirname(file));
      opening ??= startWorker(file);
      try {
        client = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      // An `open` that nobody waits for any more may still be under way.
      const started = await opening?.catch(() => undefined);
      client = undefined;
      opening = undefined;
      await started?.close();
    },
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
