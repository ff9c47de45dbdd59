import type { Postgres } from '../postgres.ts';

export interface DatabaseFiles {
  /**
   * What lies on the server's disk: the files of all tables of the schema, of what is kept beside them and of their indexes, and the
   * write-ahead log since this was made, whosever it is.
   */
  bytes(): Promise<Uint8Array>;
}

/** Read through SQL, so that it works wherever the server is; needs a superuser. */
export async function databaseFiles(postgres: Postgres): Promise<DatabaseFiles> {
  const position = async (): Promise<number> => {
    const [row] = await postgres.query<{ readonly at: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 AS at`,
    );
    return row!.at;
  };
  const start = await position();
  return {
    async bytes() {
      await postgres.query('CHECKPOINT');
      const tables = await postgres.query<{ readonly bytes: Uint8Array }>(
        `WITH tables AS (
           SELECT oid, reltoastrelid FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'
         ), heaps AS (
           SELECT oid FROM tables UNION SELECT reltoastrelid FROM tables WHERE reltoastrelid <> 0
         ), all_files AS (
           SELECT oid FROM heaps UNION SELECT indexrelid FROM pg_index WHERE indrelid IN (SELECT oid FROM heaps)
         )
         SELECT pg_read_binary_file(pg_relation_filepath(oid)) AS bytes FROM all_files`,
        [postgres.schema],
      );
      const log = await postgres.query<{ readonly bytes: Uint8Array }>(
        `WITH log AS (
           SELECT name, size, ('x' || substr(name, 9, 8))::bit(32)::int8 * 4294967296
             + ('x' || substr(name, 17, 8))::bit(32)::int8 * size AS first
           FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'
         )
         SELECT pg_read_binary_file('pg_wal/' || name, greatest($1 - first, 0), least($2, first + size) - greatest($1, first)) AS bytes
         FROM log WHERE first < $2 AND first + size > $1 ORDER BY first`,
        [start, await position()],
      );
      return Buffer.concat([...tables, ...log].map(({ bytes }) => bytes));
    },
  };
}
