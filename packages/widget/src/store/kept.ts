import type { Exchange } from '../exchange/exchange.ts';

/** What stands in one storage. */
export interface Kept {
  /** Whatever was asked until then is forgotten, whoever still has it. Milliseconds since 1970; -1 when nothing was ever cleared. */
  readonly clearedAt: number;
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
}
