import { connectionPlace } from '@ibid/drivers/postgres/connection-place';
import type { Settings } from './config.ts';
import { stateFolder } from './state-folder.ts';

/** Where conversations, feedback, jobs and the ledger are kept, in words without a password. Throws `INVALID_CONFIG` for an address that is none. */
export function statePlace(settings: Pick<Settings, 'index' | 'server' | 'stateUrl'>): string {
  return settings.stateUrl === undefined ? stateFolder(settings) : connectionPlace(settings.stateUrl).words;
}
