/**
 * Whether this SQLSTATE is how a server refuses that takes no writes: one set to read only, or a standby, which says of transactions that may
 * write and of tables that are not logged that they are `feature_not_supported`, a state that nothing else asked of it here has.
 */
export function takesNoWrites(sqlState: unknown): boolean {
  return sqlState === '25006' || sqlState === '0A000';
}
