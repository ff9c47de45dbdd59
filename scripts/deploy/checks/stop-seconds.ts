import type { IbidConfig } from '../../../packages/cli/src/define-config.ts';

/** Longest that a server with this configuration takes to stop, its last words included. */
export function stopSeconds({ server }: IbidConfig): number {
  return (server?.drainSeconds ?? 0) + (server?.finishSeconds ?? 5) + 1;
}
