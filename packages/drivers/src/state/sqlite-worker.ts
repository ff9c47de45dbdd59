/** The thread that owns the file, because durable writes wait for the disk and must not block the server's thread. Calls run in order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';
import type { ThreadReply } from '../files/thread-calls.ts';
import { connectSqlite, stateFault, type SqliteConnection } from './sqlite-connection.ts';

/** One statement; without `sql`, a request to close the file. */
export interface SqliteRequest {
  readonly sql?: string;
  readonly values?: readonly SQLInputValue[];
}

const port = parentPort!;
const file = workerData as string;
let connection: SqliteConnection;

function answer(id: number, work: () => unknown): void {
  let reply: ThreadReply;
  try {
    reply = { id, value: work() };
  } catch (error) {
    reply = { id, fault: stateFault(error, file) };
  }
  port.postMessage(reply);
}

answer(0, () => void (connection = connectSqlite(file)));
port.on('message', ({ id, sql, values = [] }: SqliteRequest & { readonly id: number }) =>
  answer(id, () => (sql === undefined ? connection.close() : connection.run(sql, values))),
);
