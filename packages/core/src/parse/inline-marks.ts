import type { MarkKind } from '../spec/mark.ts';

/** Elements that say how their text looks. */
export const MARK_OF_TAG: ReadonlyMap<string, Exclude<MarkKind, 'link' | 'math' | 'strike'>> = new Map([
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'emphasis'],
  ['i', 'emphasis'],
  ['sub', 'sub'],
  ['sup', 'sup'],
]);
