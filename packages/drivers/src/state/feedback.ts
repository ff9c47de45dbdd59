/** Readers' ratings of answers. */
import type { Feedback, FeedbackDriver, FeedbackReason } from '@ibid/core/types';
import type { Database } from './database.ts';

interface FeedbackRow extends Pick<Feedback, 'verdict' | 'note' | 'question' | 'page' | 'generation' | 'at'> {
  readonly request_id: string;
  /** As JSON. */
  readonly reasons: string;
}

export function feedbackDriver(database: Database): FeedbackDriver {
  return {
    name: `${database.kind}-feedback`,
    put: ({ requestId, verdict, reasons, note, question, page, generation, at }, most) =>
      database.transaction(async (query) => {
        // Lock a row, because two concurrent writers would each count without the other's row.
        await query("SELECT name FROM row_lock WHERE name = 'feedback' FOR UPDATE");
        await query('DELETE FROM feedback WHERE request_id = $1', [requestId]);
        // Delete and insert instead of updating, so that `id` gives the order of ratings with the same time.
        await query(
          `INSERT INTO feedback (request_id, verdict, reasons, note, question, page, generation, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [requestId, verdict, JSON.stringify(reasons), note, question, page, generation, at],
        );
        await query(
          `DELETE FROM feedback WHERE id IN (
             SELECT id FROM feedback WHERE request_id <> $1 ORDER BY at, id
             LIMIT (SELECT CASE WHEN count(*) > $2 THEN count(*) - $2 ELSE 0 END FROM feedback)
           )`,
          [requestId, most],
        );
      }),
    async list({ since, limit }) {
      const rows = await database.query<FeedbackRow>(
        `SELECT request_id, verdict, reasons, note, question, page, generation, at FROM feedback
         WHERE at >= $1 ORDER BY at DESC, id DESC LIMIT $2`,
        [since, limit],
      );
      return rows.map(({ request_id, reasons, ...row }) => ({
        ...row,
        requestId: request_id,
        reasons: JSON.parse(reasons) as FeedbackReason[],
      }));
    },
    async count() {
      const [row] = await database.query<{ readonly kept: number }>('SELECT count(*) AS kept FROM feedback');
      return row!.kept;
    },
  };
}
