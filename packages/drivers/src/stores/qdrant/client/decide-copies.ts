/**
 * How many copies of a shard take part in a write and in a read, so that a reader sees what a writer was told is written, and two
 * writers never both believe that they have the place.
 *
 * What Qdrant does, by its documentation and source: a write goes to all copies that are not known to be dead, and is answered when all
 * of them have answered. If one of them fails and fewer than `write_consistency_factor` took it, it fails and stays on those that did;
 * whoever sent it must send it again. If enough did, the others are declared dead by consensus (after a passing failure, before the answer
 * to a write with `wait`), take no reads, and are made anew from a live one. `ordering: strong` lets one copy order the writes of a shard,
 * which conditional ones need: each copy looks at the filter by itself. It is the copy on the node of the highest id, dead or alive: while
 * that node is away no such write is taken. A read with `consistency` n asks n live copies, and gives just the points that are equal on
 * all of them in what was asked for: where they differ a point is left out, neither old nor new, and a page of a listing that got short
 * by it says that it is the last (`rest-calls.ts` looks further). So
 *
 * - writes and reads together must be more than the copies. Then a read meets a copy that has the write, and whatever a copy says that
 *   was cut off and does not know that it is dead is not believed alone. A point left out may be between two values: of the state it
 *   never means that there is none (`state/state-point.ts`);
 * - the writer's own reads of the state ask more than half of the copies, because a write that failed may stand on some: of two values
 *   just one can stand on more than half;
 * - searches by nearness ask one copy. Their scores are compared as well, and the IDF of a sparse vector, as the path through a graph, is
 *   each copy's own: with more copies passages would be lost, not found more surely. A live copy has all writes that were answered;
 * - numbers are given, not Qdrant's words: `majority` asks all copies, so it fails while one is away, and keeps what more than half say;
 *   `quorum` asks more than half and keeps what all of them say.
 *
 * A dead copy is not counted among those that must take a write. What a node in a minority does meanwhile was read, not tried: there is
 * no cluster in the tests, only a model of the sentences above.
 */
import { IbidError } from '@ibid/core';
import { copiesRead } from './copies-read.ts';
import type { ReadConsistency } from './qdrant-options.ts';

export interface Copies {
  /** For new collections; Qdrant's own defaults unless given. */
  readonly replicas: number | undefined;
  readonly writeConsistency: number | undefined;
  /** Of points by id or filter, and of counts; one copy is asked unless given. */
  readonly readConsistency: ReadConsistency | undefined;
  /** Of the state, by those who write it. */
  readonly stateConsistency: ReadConsistency | undefined;
}

/** Fills in what fits the rest. Throws `INVALID_CONFIG` for a write and a read that could miss each other. */
export function decideCopies(given: Omit<Copies, 'stateConsistency'>): Copies {
  const { replicas, readConsistency } = given;
  if (replicas === undefined || replicas < 2) return { ...given, stateConsistency: readConsistency };
  const half = copiesRead('majority', replicas);
  const reads = readConsistency === undefined ? undefined : copiesRead(readConsistency, replicas);
  const writes = given.writeConsistency ?? Math.max(half, replicas - (reads ?? replicas) + 1);
  const least = replicas - writes + 1;
  if (reads !== undefined && reads < least) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`writeConsistency\` of Qdrant is ${writes} and \`readConsistency\` is ${String(readConsistency)}: of ${replicas} \`replicas\`, ` +
        `what ${writes} have taken may not be seen by a reader of ${reads}. Give \`readConsistency\` at least ${least}, ` +
        `or \`writeConsistency\` at least ${replicas - reads + 1}, or neither.`,
    );
  }
  const read = readConsistency ?? least;
  const isOne = read === 1;
  return {
    replicas,
    writeConsistency: writes,
    readConsistency: isOne ? undefined : read,
    stateConsistency: Math.max(half, copiesRead(read, replicas)),
  };
}
