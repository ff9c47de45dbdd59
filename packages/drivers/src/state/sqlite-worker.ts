/** The thread that owns the file, because durable writes wait for the disk and must not block the server's thread. Calls run in order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';
import type { ThreadReply } from '../files/thread.ts';
import { connectSqlite, stateFault, type SqliteConnection } from './sqlite-connection.ts';

/** One statement; without `sql`, a request to close the file. */
export interface SqliteRequest {
  readonly sql?: string;
  readonly values?: readonly SQLInputValue[];
}

const port = parentPort!;
const file = workerData as string;
let connection: SqliteConnection | undefined;

function reply({ id, sql, values = [] }: SqliteRequest & { readonly id: number }): ThreadReply {
  try {
    connection ??= connectSqlite(file);
    return { id, value: sql === undefined ? connection.close() : connection.run(sql, values) };
  } catch (error) {
    return { id, fault: stateFault(error, file) };
  }
}

port.on('message', (request: SqliteRequest & { readonly id: number }) => port.postMessage(reply(request)));
