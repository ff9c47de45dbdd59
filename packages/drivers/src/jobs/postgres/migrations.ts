/**
 * One row a job, newest last. `body` is the job as JSON; `token`, `host`, `space` and `pid` name its holder, who renews `beat` as long
 * as it lives (`../../postgres/heartbeat.ts`), and `step` counts what it has written. The index lets in one job at most that
 * has not ended, whatever the code does.
 */
import type { Migration } from '../../postgres/postgres.ts';

export const JOB_MIGRATIONS: readonly Migration[] = [
  (schema) => `
CREATE TABLE ${schema}.job (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  ended boolean NOT NULL,
  body text NOT NULL,
  token text COLLATE "C",
  host text,
  space text,
  pid int4,
  beat int8,
  step int8 NOT NULL DEFAULT 0,
  CHECK (token IS NULL OR NOT ended),
  CHECK (token IS NULL OR num_nulls(host, space, pid, beat) = 0)
);
CREATE UNIQUE INDEX job_open ON ${schema}.job (ended) WHERE NOT ended;
`,
];
