import { dirname } from 'node:path';
import type { Settings } from './config.ts';
import { indexFile } from './index-address.ts';

/** Of a project without an index file. */
const USUAL = '.ibid';

/**
 * Where conversations, feedback, jobs and the ledger lie without a database, whichever command asks: two ledgers would be two budgets.
 */
export function stateFolder({ server, index }: Pick<Settings, 'server' | 'index'>): string {
  return server?.state ?? indexFolder(index);
}

/** The folder of the index file; for an index elsewhere the project's own. */
export function indexFolder(index: string): string {
  const file = indexFile(index);
  return file === undefined ? USUAL : dirname(file);
}
