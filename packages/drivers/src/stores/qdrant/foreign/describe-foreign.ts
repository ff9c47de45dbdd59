import { IbidError } from '@ibid/core';

/** Points up to which a collection of another program is read: its addresses and headings are held in memory, and read every now and then. */
export const MOST_FOREIGN_POINTS = 200_000;

/** What an owner should know whose collection was made by another program. */
export function describeForeign(base: string): string {
  return `The collection \`${base}\` was made by another program. It is read by its vectors alone: passages that only share words with a question are not found, languages and versions are not known, and nothing is found while the embedder does not answer. More than ${MOST_FOREIGN_POINTS.toLocaleString('en')} points are not read. For all of that, name another collection and run \`ibid index\``;
}

export function refuseForeign(base: string, verb: string): IbidError {
  return new IbidError(
    'UNSUPPORTED',
    `${verb}: the collection \`${base}\` was made by another program, and Ibid writes only to its own; name another collection to index into, or delete \`${base}\` to have the name`,
  );
}

export function tooLarge(base: string, points: number): IbidError {
  return new IbidError(
    'UNSUPPORTED',
    `The collection \`${base}\` was made by another program and has ${points.toLocaleString('en')} points; collections of other programs are read up to ${MOST_FOREIGN_POINTS.toLocaleString('en')}. Name another collection and run \`ibid index\` on the site itself: an index of Ibid's own has no such limit`,
  );
}

export function notUnit(base: string): IbidError {
  return new IbidError(
    'UNSUPPORTED',
    `The collection \`${base}\` was made by another program and compares by Dot vectors whose length is not 1, which says nothing of how alike they are; write them with length 1, make the collection anew with Cosine, or name another collection and run \`ibid index\``,
  );
}
