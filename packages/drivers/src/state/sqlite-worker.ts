/** The thread that owns the file, because durable writes wait for the disk and must not block the server's thread. Calls run in order. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SQLInputValue } from 'node:sqlite';
import { connectSqlite, type SqliteConnection } from './sqlite-connection.ts';

/** `sql` is `undefined` to close the file. */
export interface SqliteRequest {
  readonly id: number;
  readonly sql: string | undefined;
  readonly values: readonly SQLInputValue[];
}

/** `id` 0 is the reply to opening the file. */
export type SqliteResponse = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly error: { readonly errcode: number | undefined; readonly message: string } }
);

const port = parentPort!;
let connection: SqliteConnection;

function answer(id: number, work: () => unknown[]): void {
  let response: SqliteResponse;
  try {
    response = { id, rows: work() };
  } catch (error) {
    const { errcode, message } = error as { readonly errcode?: number; readonly message: string };
    response = { id, error: { errcode, message } };
  }
  port.postMessage(response);
}

answer(0, () => {
  connection = connectSqlite(workerData as string);
  return [];
});
port.on('message', ({ id, sql, values }: SqliteRequest) =>
  answer(id, () => {
    if (sql !== undefined) return connection.run(sql, values);
    connection.close();
    return [];
  }),
);
