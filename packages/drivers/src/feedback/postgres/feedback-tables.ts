import type { Migration } from '../../postgres/postgres.ts';

/**
 * What readers think: one row for each request that somebody judged. `id` rises with every putting, so that it tells which of two of
 * one instant came later. `reasons` are JSON, `note` and `page` texts of `text-codec.ts`. No address, no session and no question is
 * kept; what a reader wrote stands in `note`. Frozen: a change is another step.
 */
export const FEEDBACK_TABLES: readonly Migration[] = [
  (schema) => `
    CREATE TABLE ${schema}.feedback (
      id int8 GENERATED ALWAYS AS IDENTITY,
      request_id text COLLATE "C" PRIMARY KEY,
      verdict text NOT NULL,
      reasons text NOT NULL,
      note text NOT NULL,
      page text NOT NULL,
      generation int8 NOT NULL,
      at text COLLATE "C" NOT NULL
    );
    CREATE INDEX feedback_at ON ${schema}.feedback (at, id);`,
];
