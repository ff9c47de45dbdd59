/**
 * Smallest number of letters to drop, add, replace or swap with their neighbour to turn one word into the other; `most + 1` if it is more
 * than `most`.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  return Math.min(lastRow(one, other, most)?.[other.length] ?? Infinity, most + 1);
}

/** Smallest edit distance between `one` and any beginning of `other`; `most + 1` if it is more than `most`. */
export function distanceToBeginning(one: string, other: string, most: number): number {
  return Math.min(...(lastRow(one, other, most) ?? []), most + 1);
}

/** Returns the edits between `one` and each beginning of `other`, or `undefined` if all are more than `most`. */
function lastRow(one: string, other: string, most: number): readonly number[] | undefined {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let edits = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row.push(edits);
      if (edits < least) least = edits;
    }
    if (least > most) return undefined;
    before = above;
    above = row;
  }
  return above;
}
