/**
 * The forward blob: which terms stand in each passage of a page and how often, by field. All numbers are varints (seven bits
 * to a byte, lowest first, high bit set where more follow).
 *
 *     passage*  = number of terms, term*
 *     term      = difference to the passage's term id before it, body count × 4 + flags, [title count], [headings count]
 *     flags     = 1: a title count follows, 2: a headings count follows
 *
 * Most terms stand in the body alone and take two or three bytes.
 */
import type { TermCounts } from '@ibid/core';

export function encodeTerms(passages: readonly TermCounts[], termId: (term: string) => number): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest & 127) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  for (const { title, headings, body } of passages) {
    const terms = [...new Set([...title.keys(), ...headings.keys(), ...body.keys()])];
    const byId = terms.map((term): [number, string] => [termId(term), term]).sort((a, b) => a[0] - b[0]);
    put(byId.length);
    let previous = 0;
    for (const [id, term] of byId) {
      const inTitle = title.get(term) ?? 0;
      const inHeadings = headings.get(term) ?? 0;
      put(id - previous);
      put((body.get(term) ?? 0) * 4 + (inTitle > 0 ? 1 : 0) + (inHeadings > 0 ? 2 : 0));
      if (inTitle > 0) put(inTitle);
      if (inHeadings > 0) put(inHeadings);
      previous = id;
    }
  }
  return Uint8Array.from(bytes);
}

/** Calls `visit` for every term of every passage in order; throws a `RangeError` unless the blob holds exactly `passages`. */
export function visitTerms(
  blob: Uint8Array,
  passages: number,
  visit: (passage: number, term: number, title: number, headings: number, body: number) => void,
): void {
  let at = 0;
  const take = (): number => {
    let byte = blob[at++]!;
    if (byte < 128) return byte;
    let value = byte & 127;
    let factor = 128;
    do {
      byte = blob[at++]!;
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return value;
  };
  for (let passage = 0; passage < passages; passage++) {
    let term = 0;
    for (let left = take(); left > 0; left--) {
      term += take();
      const packed = take();
      const flags = packed & 3;
      const title = flags & 1 ? take() : 0;
      const headings = flags & 2 ? take() : 0;
      visit(passage, term, title, headings, Math.floor(packed / 4));
    }
  }
  if (at !== blob.length) throw new RangeError(`the terms end at byte ${at} of ${blob.length}`);
}
