import { fault } from '../worker-fault.ts';

const OLDEST_SQLITE = [3, 51, 3] as const;

/** SQLite up to 3.51.2 can corrupt a WAL file that two connections write and checkpoint at once. `what` is what it can damage. */
export function checkSqliteVersion(what: string): void {
  const version = process.versions.sqlite ?? '0';
  const parts = version.split('.').map(Number);
  const difference = OLDEST_SQLITE.map((oldest, i) => (parts[i] ?? 0) - oldest).find((one) => one !== 0) ?? 0;
  if (difference >= 0) return;
  throw fault(
    'UNSUPPORTED',
    `SQLite ${version} in Node ${process.versions.node} can damage ${what}; use Node 24.15 or newer`,
  );
}
