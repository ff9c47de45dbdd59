import type { PageText } from './page-text.ts';
import { placeAt } from './place-at.ts';
import type { Stretch } from './to-ranges.ts';

/** So often may the words stand on a page before the rest of them is not looked at. */
const MOST_PLACES = 500;
/** Folded characters from which on a find that begins or ends inside a word is no accident. */
const LONG_ENOUGH = 24;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that set no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/**
 * Where `wanted` stands, character for character. Of several places: one in `section` before others, whole words before torn
 * ones, then the one nearest behind the beginning of the section, then the first.
 */
export function exactPlace(page: PageText, wanted: string, section: Stretch | undefined): Stretch | undefined {
  let best: Stretch | undefined;
  let bestRank = Number.POSITIVE_INFINITY;
  let count = 0;
  for (
    let start = page.folded.indexOf(wanted);
    start !== -1 && count < MOST_PLACES;
    start = page.folded.indexOf(wanted, start + 1)
  ) {
    count += 1;
    const place = { start, end: start + wanted.length };
    const rank = rankOf(page, place, section);
    if (rank < bestRank) [best, bestRank] = [place, rank];
  }
  return best;
}

function rankOf(page: PageText, place: Stretch, section: Stretch | undefined): number {
  const isTorn = isTornAt(page, place.start) || isTornAt(page, place.end);
  if (isTorn && place.end - place.start < LONG_ENOUGH) return Number.POSITIVE_INFINITY;
  const torn = isTorn ? 2 : 0;
  if (section === undefined) return torn + share(page, place.start);
  if (place.start >= section.start && place.end <= section.end) return torn + share(page, place.start - section.start);
  const isBehind = place.start >= section.start;
  return (
    4 + torn + (isBehind ? share(page, place.start - section.start) : 1 + share(page, section.start - place.start))
  );
}

/** 0 to 1, smaller for a shorter way. */
function share(page: PageText, distance: number): number {
  return distance / (page.folded.length + 1);
}

/** Whether a word goes on over `offset`: its characters stand side by side on the page, on one line. */
function isTornAt(page: PageText, offset: number): boolean {
  if (offset <= 0 || offset >= page.folded.length) return false;
  const before = page.folded[offset - 1]!;
  const after = page.folded[offset]!;
  if (!WORD.test(before) || !WORD.test(after) || UNSPACED.test(before) || UNSPACED.test(after)) return false;
  const left = placeAt(page, offset - 1);
  const right = placeAt(page, offset);
  if (left.index === right.index) return !/\s/.test(left.leaf.raw.slice(left.at + 1, right.at));
  const between = page.leaves.slice(left.index + 1, right.index + 1);
  if (between.some((leaf) => leaf.apart)) return false;
  const gap =
    left.leaf.raw.slice(left.at + 1) +
    between.map(({ raw }, index) => (index < between.length - 1 ? raw : raw.slice(0, right.at))).join('');
  return !/\s/.test(gap);
}
