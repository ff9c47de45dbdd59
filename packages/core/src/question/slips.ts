/** A word from which the typed word differs by one typing slip. */
export interface Slip {
  readonly word: string;
  /**
   * Kind of slip in the typed word.
   * - `usual`: two letters swapped, a letter doubled, or one of a double letter missing.
   * - `missing`: any other missing letter.
   * - `extra`: an added letter that is next to its neighbour on the keyboard.
   * - `replaced`: a letter replaced by one next to it on the keyboard, or a vowel by a vowel.
   * - `odd`: any other added or replaced letter.
   */
  readonly kind: 'usual' | 'missing' | 'extra' | 'replaced' | 'odd';
  /** Position of the letter that differs, counted from the end of `typed`; 0 is the last one. */
  readonly fromEnd: number;
}

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const VOWELS = 'aeiouy';

/**
 * Yields every word that turns into `typed` by one slip after its first letter, or by swapping its first two letters. Swaps of later letters
 * come first, because the first letter is rarely wrong: "hwo" is "how" rather than "who".
 */
export function* slipsBehind(typed: string, alphabet: readonly string[]): Generator<Slip> {
  const { length } = typed;
  const joined = (at: number, count: number, put: string): string => typed.slice(0, at) + put + typed.slice(at + count);
  for (let at = length - 1; at >= 0; at--) {
    const here = typed[at]!;
    const next = typed[at + 1];
    const fromEnd = length - 1 - at;
    if (next !== undefined && next !== here) {
      yield { word: joined(at, 2, next + here), kind: 'usual', fromEnd: fromEnd - 1 };
    }
    if (at > 0 && next !== here) {
      const before = typed[at - 1]!;
      const isSlid = areNeighbours(here, before) || (next !== undefined && areNeighbours(here, next));
      yield { word: joined(at, 1, ''), kind: before === here ? 'usual' : isSlid ? 'extra' : 'odd', fromEnd };
    }
  }
  for (let at = 1; at <= length; at++) {
    const here = typed[at];
    const before = typed[at - 1]!;
    for (const put of alphabet) {
      if (put !== here) {
        yield { word: joined(at, 0, put), kind: put === before ? 'usual' : 'missing', fromEnd: length - 1 - at };
      }
      if (here === undefined || put === here) continue;
      const isLikely = areNeighbours(put, here) || (VOWELS.includes(put) && VOWELS.includes(here));
      yield { word: joined(at, 1, put), kind: isLikely ? 'replaced' : 'odd', fromEnd: length - 1 - at };
    }
  }
}

/** True if two keys are next to each other in a row of an English keyboard. */
export function areNeighbours(one: string, other: string): boolean {
  const row = KEY_ROWS.find((keys) => keys.includes(one));
  return row !== undefined && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1;
}
