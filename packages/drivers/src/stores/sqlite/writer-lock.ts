import { DatabaseSync } from 'node:sqlite';
import { resultCode } from '../../files/sqlite/result-code.ts';
import { fault } from '../../files/worker-fault.ts';

/** The right to write an index. The system takes it back when the process ends, however it ends. */
export interface WriterLock {
  release(): void;
}

const BUSY = 5;

/**
 * Locks a small database beside the index for as long as a build lasts, while the index itself is written in many short transactions and read
 * by everybody. Throws `STORE_BUSY` when another process, or another store of this one, has it.
 */
export function acquireWriterLock(file: string): WriterLock {
  const connection = new DatabaseSync(`${file}-lock`);
  try {
    connection.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (resultCode(error) !== BUSY) throw error;
    throw fault('STORE_BUSY', `\`${file}\` is being written by another process; wait until it is done`, true);
  }
  return { release: () => connection.close() };
}
