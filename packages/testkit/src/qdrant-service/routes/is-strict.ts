import type { Collection } from '../engine/collection.ts';
import type { ServedState } from './served-state.ts';

/** Whether filters on fields without an index are refused. */
export function isStrict(
  state: ServedState,
  { settings }: Collection,
  part: 'unindexed_filtering_retrieve' | 'unindexed_filtering_update',
): boolean {
  const own = settings.strict_mode_config;
  return state.strict || (own?.enabled === true && own[part] === false);
}
