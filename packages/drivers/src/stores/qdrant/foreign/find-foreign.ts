import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
import { readShown } from '../state/state-point.ts';

/** A collection that another program made: points with the six payload fields of contract C4 and a default vector. */
export interface ForeignCollection {
  /** Of the default vector. */
  readonly dimensions: number;
  readonly distance: 'Cosine' | 'Dot';
  /** As Qdrant counts by the way: while it tidies up, some twice. */
  readonly points: number;
}

/**
 * What stands under the name when it is no index of ours: a collection itself, or an alias of one where there is no state of ours or that is
 * not named as ours are. `undefined` when it is ours or nothing is there. Rejects with `UNSUPPORTED` where it has no default vector to
 * search by.
 */
export async function findForeign(
  calls: QdrantCalls,
  base: string,
  call?: CallOptions,
): Promise<ForeignCollection | undefined> {
  // In this order: an alias that comes in between makes it ours, and never what is ours another program's.
  const summary = await calls.collection(base, call);
  const target = await calls.alias(base, call);
  if (target !== undefined && isNamedAsOurs(base, target) && (await readShown(calls, base, call)) !== undefined) {
    return undefined;
  }
  if (summary === undefined) return undefined;
  const vector = summary.dense[''];
  if (vector !== undefined) return { dimensions: vector.size, distance: vector.distance, points: summary.points };
  const names = Object.keys(summary.dense).map((name) => `\`${name}\``);
  throw new IbidError(
    'UNSUPPORTED',
    `The collection \`${base}\` was made by another program and has no default vector compared by Cosine or Dot${names.length === 0 ? '' : `, only ${names.join(', ')}`}; name another collection, or make this one anew with an unnamed vector compared by Cosine`,
  );
}

function isNamedAsOurs(base: string, target: string): boolean {
  return target.startsWith(`${base}-v`) && /^\d+$/.test(target.slice(base.length + 2));
}
