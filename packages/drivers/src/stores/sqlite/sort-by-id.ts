/**
 * Numbers from 0 in order of the 32-byte ids at their place. Sorts on the first four bytes natively, then puts the few that
 * share those in order one by one.
 */
export function sortById(count: number, idOf: (number: number) => Uint8Array): Uint32Array {
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const id = idOf(i);
    const prefix = ((id[0]! << 24) | (id[1]! << 16) | (id[2]! << 8) | id[3]!) >>> 0;
    keys[i] = prefix * NUMBERS + i;
  }
  keys.sort();
  const order = Uint32Array.from(keys, (key) => key % NUMBERS);
  let from = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && Math.floor(keys[i]! / NUMBERS) === Math.floor(keys[from]! / NUMBERS)) continue;
    if (i - from > 1)
      order.set(
        [...order.subarray(from, i)].sort((a, b) => Buffer.compare(idOf(a), idOf(b))),
        from,
      );
    from = i;
  }
  return order;
}

/** More passages than one index may have; 2³² · 2²¹ still is a whole number in a double. */
const NUMBERS = 2 ** 21;
