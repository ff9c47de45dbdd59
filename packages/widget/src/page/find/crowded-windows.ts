/**
 * Where many of the quote's words stand close together: windows of `width` words, heaviest first, at most `most` of them and no two
 * that overlap by more than half. A word counts as often as the quote has it. Linear in the length of the page.
 */
export function crowdedWindows(
  quote: Int32Array,
  page: Int32Array,
  range: { readonly from: number; readonly to: number },
  width: number,
  weights: Float64Array,
  most: number,
): readonly { readonly from: number; readonly weight: number }[] {
  const wanted = new Int32Array(weights.length);
  const inside = new Int32Array(weights.length);
  for (const id of quote) wanted[id]! += 1;
  const half = Math.max(1, width >> 1);
  const peaks: { from: number; weight: number }[] = [];
  let weight = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const entering = page[at]!;
    if (wanted[entering]! > 0) {
      inside[entering]! += 1;
      if (inside[entering]! <= wanted[entering]!) weight += weights[entering]!;
    }
    const leaving = at - width >= range.from ? page[at - width]! : -1;
    if (leaving >= 0 && wanted[leaving]! > 0) {
      if (inside[leaving]! <= wanted[leaving]!) weight -= weights[leaving]!;
      inside[leaving]! -= 1;
    }
    const from = Math.max(range.from, at - width + 1);
    const last = peaks.at(-1);
    if (last === undefined || from - last.from >= half) peaks.push({ from, weight });
    else if (weight > last.weight) peaks[peaks.length - 1] = { from, weight };
  }
  return peaks
    .filter((peak) => peak.weight > 0)
    .sort((first, second) => second.weight - first.weight || first.from - second.from)
    .slice(0, most);
}
