/** A word one slip of the fingers away. */
export interface Slip {
  readonly word: string;
  /** `usual`: two letters swapped, or one typed twice or once instead of twice. `other`: any other letter added, dropped or replaced. */
  readonly kind: 'usual' | 'missing' | 'extra' | 'replaced' | 'odd';
  /** Of the letter that differs, counted from the end of `typed`; 0 is the last one. */
  readonly fromEnd: number;
}

const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const VOWELS = 'aeiouy';

/** Every word from which `typed` comes by one slip behind its first letter, or by swapping its first two. */
export function* slipsBehind(typed: string, alphabet: readonly string[]): Generator<Slip> {
  const { length } = typed;
  const joined = (at: number, count: number, put: string): string => typed.slice(0, at) + put + typed.slice(at + count);
  for (let at = 0; at < length; at++) {
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

/** Whether two keys lie side by side in a row, as on the keyboards of English. */
function areNeighbours(one: string, other: string): boolean {
  const row = KEY_ROWS.find((keys) => keys.includes(one));
  return row !== undefined && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1;
}
