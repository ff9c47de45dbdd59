import { dirname } from 'node:path';
import type { Settings } from './config.ts';

/** Where conversations, feedback, jobs and the ledger lie, whichever command asks: two ledgers would be two budgets. */
export function stateFolder({ server, index }: Pick<Settings, 'server' | 'index'>): string {
  return server?.state ?? dirname(index);
}
