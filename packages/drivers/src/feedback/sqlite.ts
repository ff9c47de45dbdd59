/**
 * What readers think, in one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`). Several processes of
 * the host where the file is may use it at once.
 */
import { dirname } from 'node:path';
import { IbidError, type CallOptions, type FeedbackDriver } from '@ibid/core';
import { ensureFolder } from '../files/ensure-folder.ts';
import type { Verb, Verbs } from './sqlite/protocol.ts';
import { startWorker, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteFeedbackOptions {
  /** Path of the file; created with its folder when missing. */
  readonly file: string;
}

export function sqliteFeedback({ file }: SqliteFeedbackOptions): FeedbackDriver {
  if (file === '') throw new IbidError('INVALID_CONFIG', 'sqliteFeedback: `file` is empty; name a file to keep it in');
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
    name: 'sqlite-feedback',
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
    put: (feedback, most, given) => call('put', [feedback, most], given),
    list: (query, given) => call('list', [query], given),
    count: (given) => call('count', [], given),
  };
}
