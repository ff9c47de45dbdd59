/** The shortest decimal number that is this 32-bit float when read as one, as Qdrant prints it: 0.1, not 0.10000000149011612. */
export function shortFloat(value: number): number {
  if (Number.isInteger(value)) return value;
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  for (let digits = 6; digits <= 9; digits++) {
    const short = rounded(value, digits, digits - 1 - exponent);
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** To so many digits. A whole number divided by a power of ten up to 10²² is the number nearest to that decimal. */
function rounded(value: number, digits: number, places: number): number {
  if (places < 0 || places > 22) return Number(value.toPrecision(digits));
  const scale = POWERS[places]!;
  return Math.round(value * scale) / scale;
}

const POWERS = Array.from({ length: 23 }, (_, places) => Number(`1e${places}`));
