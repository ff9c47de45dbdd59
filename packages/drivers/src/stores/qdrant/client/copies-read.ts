import type { ReadConsistency } from './qdrant-options.ts';

/** How many of these copies at least say the same. */
export function copiesRead(consistency: ReadConsistency | undefined, replicas: number): number {
  if (consistency === undefined) return 1;
  if (typeof consistency === 'number') return Math.min(consistency, replicas);
  return consistency === 'all' ? replicas : Math.floor(replicas / 2) + 1;
}
