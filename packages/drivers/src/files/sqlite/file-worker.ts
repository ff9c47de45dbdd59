import { dirname } from 'node:path';
import { IbidError } from '@ibid/core';
import { ensureFolder } from '../ensure-folder.ts';

export interface FileWorker<Client> {
  /** Starts the thread unless it runs already; the folder of the file is created when missing. After a failure it may be tried again. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Throws `CLOSED` unless it is open. */
  client(): Client;
}

/** The thread that owns one SQLite file, from `open` to `close`. */
export function fileWorker<Client extends { close(): Promise<void> }>(
  file: string,
  start: (file: string) => Promise<Client>,
): FileWorker<Client> {
  let running: Client | undefined;
  let opening: Promise<Client> | undefined;
  return {
    async open() {
      ensureFolder(dirname(file));
      opening ??= start(file);
      try {
        running = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      // An `open` that nobody waits for any more may still be under way.
      const started = await opening?.catch(() => undefined);
      running = undefined;
      opening = undefined;
      await started?.close();
    },
    client() {
      if (running === undefined) throw new IbidError('CLOSED', `\`${file}\` is not open; call \`open\` first`);
      return running;
    },
  };
}
