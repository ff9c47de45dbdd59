import { connectionPlace } from '@ibid/drivers/state/postgres-url';
import type { Settings } from './config.ts';
import { stateFile } from './state-drivers.ts';

/** Where conversations, feedback, jobs and the ledger are kept, in words without a password. Throws `INVALID_CONFIG` for an address that is none. */
export function statePlace(settings: Pick<Settings, 'index' | 'server' | 'stateUrl'>): string {
  return settings.stateUrl === undefined ? stateFile(settings) : connectionPlace(settings.stateUrl).words;
}
