import type { Phrase } from './topic-phrases.ts';

/** The first phrases that say more than `known` stems do, with at most so many words together; order is kept. */
export function choosePhrases(phrases: readonly Phrase[], known: readonly string[], most: number): readonly Phrase[] {
  const seen = new Set(known);
  let room = most;
  return phrases.filter(({ stems }) => {
    if (stems.length > room || stems.every((stem) => seen.has(stem))) return false;
    room -= stems.length;
    for (const stem of stems) seen.add(stem);
    return true;
  });
}
