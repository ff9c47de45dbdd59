/** What readers think, in PostgreSQL (`postgres/feedback-tables.ts`), shared by all processes on it. */
import type { Feedback, FeedbackDriver, FeedbackReason } from '@ibid/core/types';
import { inTurn } from '../postgres/in-turn.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { sharedDriver } from '../postgres/shared-driver.ts';
import { decodeText, encodeText } from '../postgres/text-codec.ts';
import { transactionLock } from '../postgres/transaction-lock.ts';
import { FEEDBACK_TABLES } from './postgres/feedback-tables.ts';

export interface PostgresFeedbackOptions {
  /** Lent: stays open after the driver. */
  readonly postgres: Postgres;
}

interface FeedbackRow {
  readonly request_id: string;
  readonly verdict: Feedback['verdict'];
  readonly reasons: string;
  readonly note: string;
  readonly page: string;
  readonly generation: number;
  readonly at: string;
}

export function postgresFeedback({ postgres }: PostgresFeedbackOptions): FeedbackDriver {
  const driver = sharedDriver({ postgres, kind: 'feedback', migrations: FEEDBACK_TABLES });
  const table = `${postgres.schema}.feedback`;
  // Which of two verdicts on one request is the newer says nothing but the order of the calls.
  const next = inTurn();

  return {
    name: 'postgres-feedback',
    traits: { durable: true },
    open: driver.open,
    close: driver.close,
    put: (feedback, most, given) => driver.run(() => next(() => put(postgres, table, feedback, most, given), given)),
    list: ({ since, limit }, given) =>
      driver.run(async () => {
        const rows = await postgres.query<FeedbackRow>(
          `SELECT request_id, verdict, reasons, note, page, generation, at FROM ${table}
           WHERE at >= $1 ORDER BY at DESC, id DESC LIMIT $2`,
          [since, limit],
          given,
        );
        return rows.map(toFeedback);
      }),
    count: (given) =>
      driver.run(async () => {
        const [row] = await postgres.query<{ readonly kept: number }>(
          `SELECT count(*) AS kept FROM ${table}`,
          [],
          given,
        );
        return row!.kept;
      }),
  };
}

function put(
  postgres: Postgres,
  table: string,
  feedback: Feedback,
  most: number,
  given: Parameters<FeedbackDriver['put']>[2],
): Promise<void> {
  const { requestId, verdict, reasons, note, page, generation, at } = feedback;
  return postgres.transaction(async (query) => {
    // No row stands for how many there may be, and two writers would each count without the other's.
    await transactionLock(query, postgres.schema, 'feedback');
    await query(`DELETE FROM ${table} WHERE request_id = $1`, [requestId]);
    await query(
      `INSERT INTO ${table} (request_id, verdict, reasons, note, page, generation, at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [requestId, verdict, JSON.stringify(reasons), encodeText(note), encodeText(page), generation, at],
    );
    await query(
      `DELETE FROM ${table} WHERE id IN (
         SELECT id FROM ${table} WHERE request_id <> $1 ORDER BY at, id
         LIMIT (SELECT greatest(count(*) - $2::int8, 0) FROM ${table})
       )`,
      [requestId, most],
    );
  }, given);
}

function toFeedback({ request_id, reasons, note, page, ...row }: FeedbackRow): Feedback {
  const { verdict, generation, at } = row;
  return {
    requestId: request_id,
    verdict,
    reasons: JSON.parse(reasons) as FeedbackReason[],
    note: decodeText(note),
    page: decodeText(page),
    generation,
    at,
  };
}
