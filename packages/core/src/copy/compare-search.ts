import { fuse } from '../retrieve/fuse.ts';
import type { LegResult } from '../types/store.ts';

/** First passages of a search that must come in the same order. */
const FIRST = 10;
/** Fused scores closer than this are a tie: vectors are kept with sixteen bits in one store and with more in another. */
const TIE = 0.01;

/** In what two results of one search differ, in words; `undefined` where they agree. */
export function compareSearch(source: LegResult, target: LegResult): string | undefined {
  if (source.passages !== target.passages || source.pages !== target.pages) {
    return `${source.passages} passages of ${source.pages} pages in the source, ${target.passages} of ${target.pages} in the target`;
  }
  const ours = fuse(source);
  const scores = new Map(ours.map(({ candidate, score }) => [candidate.id, score]));
  const theirs = fuse(target).slice(0, FIRST);
  const first = ours.slice(0, FIRST);
  if (theirs.length !== first.length)
    return `${first.length} passages found in the source, ${theirs.length} in the target`;
  const at = theirs.findIndex(({ candidate, score }, place) => {
    const known = scores.get(candidate.id);
    return known === undefined || Math.abs(known - score) > TIE || Math.abs(known - first[place]!.score) > TIE;
  });
  if (at < 0) return undefined;
  return `place ${at + 1} has \`${first[at]!.candidate.id}\` in the source and \`${theirs[at]!.candidate.id}\` in the target`;
}
