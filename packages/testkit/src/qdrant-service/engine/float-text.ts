/** The shortest decimal number that is this 32-bit float when read as one, as Qdrant prints it: 0.1, not 0.10000000149011612. */
export function shortFloat(value: number): number {
  if (Number.isInteger(value)) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
