import type { Feedback, FeedbackReason } from '@ibid/core/types';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkHeader } from '../../files/sqlite/check-header.ts';
import { checkSqliteVersion } from '../../files/sqlite/check-sqlite-version.ts';
import { checkTables } from '../../files/sqlite/check-tables.ts';
import { createDatabaseFile } from '../../files/sqlite/create-database-file.ts';
import { inTransaction } from '../../files/sqlite/in-transaction.ts';
import { FEEDBACK_FILE } from './file-kind.ts';
import type { Verbs } from './protocol.ts';

interface FeedbackRow {
  readonly request_id: string;
  readonly verdict: Feedback['verdict'];
  readonly reasons: string;
  readonly note: string;
  readonly page: string;
  readonly generation: number;
  readonly at: string;
}

const BUSY_TIMEOUT_MS = 5000;

/** Opens the file, creating it when missing; its folder must be there. Throws a fault that names the file and the way out. */
export function openDatabase(file: string): Verbs {
  checkSqliteVersion(`\`${file}\``);
  if (!existsSync(file)) createDatabaseFile(file, FEEDBACK_FILE);
  checkHeader(file, FEEDBACK_FILE);
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    connection.exec(
      'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;',
    );
    checkTables(connection, file, FEEDBACK_FILE);
    // A file that can be read only is better found out now than by the first reader.
    inTransaction(connection, 'BEGIN IMMEDIATE', () => connection.exec('DELETE FROM feedback WHERE id < 0'));
    return verbsOf(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function verbsOf(connection: DatabaseSync): Verbs {
  const forget = connection.prepare('DELETE FROM feedback WHERE request_id = ?');
  const insert = connection.prepare(
    'INSERT INTO feedback (request_id, verdict, reasons, note, page, generation, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const drop = connection.prepare(
    'DELETE FROM feedback WHERE id IN (SELECT id FROM feedback WHERE request_id <> ? ORDER BY at, id LIMIT ?)',
  );
  const counted = connection.prepare('SELECT count(*) AS number FROM feedback');
  const listed = connection.prepare('SELECT * FROM feedback WHERE at >= ? ORDER BY at DESC, id DESC LIMIT ?');
  const count = (): number => Number(counted.get()?.number);
  return {
    put(feedback, most) {
      const { requestId, verdict, reasons, note, page, generation, at } = feedback;
      inTransaction(connection, 'BEGIN IMMEDIATE', () => {
        forget.run(requestId);
        insert.run(requestId, verdict, JSON.stringify(reasons), note, page, generation, at);
        const tooMany = count() - most;
        if (tooMany > 0) drop.run(requestId, tooMany);
      });
    },
    list: ({ since, limit }) => listed.all(since, limit).map((row) => toFeedback(row as unknown as FeedbackRow)),
    count,
    close: () => connection.close(),
  };
}

function toFeedback({ request_id, reasons, ...row }: FeedbackRow): Feedback {
  const { verdict, note, page, generation, at } = row;
  return {
    requestId: request_id,
    verdict,
    reasons: JSON.parse(reasons) as FeedbackReason[],
    note,
    page,
    generation,
    at,
  };
}
