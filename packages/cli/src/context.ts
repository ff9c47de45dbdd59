import type { Settings } from './config.ts';
import type { Terminal } from './terminal.ts';

/** What a command gets beside its own options. */
export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}
