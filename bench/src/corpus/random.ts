/** A random generator; equal seeds give equal sequences on every machine. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  next(): number;
  /** 0 inclusive to `limit` exclusive. */
  whole(limit: number): number;
  pick<T>(items: readonly T[]): T;
}

/** The 32-bit mixer "mulberry32" (Tommy Ettinger 2017, public domain), whose state is a single number. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (limit: number): number => Math.floor(next() * limit);
  return { next, whole, pick: (items) => items[whole(items.length)]! };
}
