/**
 * Packs atoms into chunks. Of all ways to cut a section, the cheapest is taken: each chunk costs the square of its distance
 * from the ideal size (repeated text not counted), each cut the badness of its place. So chunks come out near the ideal,
 * equally large where it cannot be reached, and no tiny rest is left. Exact by dynamic programming; the earliest cut wins a
 * tie.
 */
import type { Atom } from './atoms.ts';
import { countTokens } from './count-tokens.ts';
import { withLead } from './with-lead.ts';

export interface Packed {
  /** Offsets in the page text. */
  readonly start: number;
  readonly end: number;
  /** Header row to repeat, or `''`. */
  readonly lead: string;
}

export const CHUNK_TOKENS = 400;
const IDEAL_TOKENS = 350;
const OVERLAP_TOKENS = 60;
/** Distance in tokens that costs one point. */
const DISTANCE_UNIT = 10;

/** What a chunk that starts at an atom carries beside its atoms. */
interface Opening {
  readonly start: number;
  readonly lead: string;
  readonly tokens: number;
}

/** Chunks in order; each has at most `CHUNK_TOKENS` tokens with lead and overlap. No atom may be larger. */
export function pack(text: string, atoms: readonly Atom[]): Packed[] {
  for (let limit = CHUNK_TOKENS; ; limit -= DISTANCE_UNIT) {
    const chunks = packWithin(atoms, limit);
    if (chunks.every((chunk) => tokensOf(text, chunk) <= CHUNK_TOKENS)) return chunks;
  }
}

/** Tokens of a chunk as it is shown and embedded. */
export function tokensOf(text: string, { start, end, lead }: Packed): number {
  return countTokens(withLead(lead, text.slice(start, end)));
}

function packWithin(atoms: readonly Atom[], limit: number): Packed[] {
  const openings = atoms.map((_, index) => openingAt(atoms, index, limit));
  const best: number[] = [0];
  const from: number[] = [0];
  for (let end = 1; end <= atoms.length; end += 1) {
    let tokens = 0;
    best[end] = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= 0; start -= 1) {
      tokens += atoms[start]!.tokens;
      if (tokens + openings[start]!.tokens > limit && start < end - 1) {
        if (tokens > limit) break;
        continue;
      }
      const border = start === 0 ? 0 : atoms[start]!.border;
      const cost = best[start]! + ((tokens - IDEAL_TOKENS) / DISTANCE_UNIT) ** 2 + border;
      if (cost <= best[end]!) {
        best[end] = cost;
        from[end] = start;
      }
    }
  }
  const chunks: Packed[] = [];
  for (let end = atoms.length; end > 0; end = from[end]!) {
    const { start, lead } = openings[from[end]!]!;
    chunks.push({ start, end: atoms[end - 1]!.end, lead });
  }
  return chunks.toReversed();
}

/** Lead and overlap are left out where the first atom leaves no room for them. */
function openingAt(atoms: readonly Atom[], index: number, limit: number): Opening {
  const atom = atoms[index]!;
  const before = atoms[index - 1];
  const room = limit - atom.tokens;
  if (before !== undefined && atom.header !== '') {
    const tokens = countTokens(`${atom.header}\n`);
    if (tokens <= room) return { start: atom.start, lead: atom.header, tokens };
  }
  if (before !== undefined && atom.continues && atom.sentence && before.sentence) {
    const tokens = before.ownTokens;
    if (tokens <= Math.min(OVERLAP_TOKENS, room)) return { start: before.start, lead: '', tokens };
  }
  return { start: atom.start, lead: '', tokens: 0 };
}
