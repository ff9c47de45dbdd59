/**
 * Says in SQL that the commit is to wait for the standbys that confirm commits, also where the statement finds done what it was to do: it may
 * have been done by a commit that nobody confirmed, and one that writes nothing itself waits for nothing. Any role may call it.
 */
export const WAIT_FOR_STANDBY = `pg_catalog.pg_logical_emit_message(true, 'ibid', '')`;
