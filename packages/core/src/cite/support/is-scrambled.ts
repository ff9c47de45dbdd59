import type { Word } from './read-words.ts';
import { DENYING } from './turning-words.ts';

/** Shorter statements have no order to lose. */
const LEAST_WORDS = 4;
/** Share of the statement's words, all of them, that stand in one sentence. */
const SAME = 0.9;
/** Share of them that must stand there in this order; half of them do when two clauses change places. */
const ORDERED = 0.45;

/** Whether a statement is a sentence of the evidence with its words in another order. */
export function isScrambled(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  if (claim.length < LEAST_WORDS) return false;
  if (hasMovedNumbers(claim, sentences) || endsInNegation(claim, sentences)) return true;
  return sentences.some((words) => {
    const left = words.map(({ lower }) => lower);
    const same = claim.filter(({ lower }) => {
      const at = left.indexOf(lower);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return same.length >= SAME * claim.length && inOrder(claim, words) < ORDERED * claim.length;
  });
}

const isNegation = (word: Word | undefined): boolean => word !== undefined && DENYING.has(word.lower);

/** A negation at the end, where no sentence of the evidence ends in one. */
function endsInNegation(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  return isNegation(claim.at(-1)) && !sentences.some((words) => isNegation(words.at(-1)));
}

/** Two numbers side by side that a sentence has side by side the other way round, and none in this order. */
function hasMovedNumbers(claim: readonly Word[], sentences: readonly (readonly Word[])[]): boolean {
  const pairs = pairsOf(claim);
  const there = new Set(sentences.flatMap((words) => pairsOf(words).map(([one, other]) => `${one} ${other}`)));
  return pairs.some(([one, other]) => there.has(`${other} ${one}`) && !there.has(`${one} ${other}`));
}

function pairsOf(words: readonly Word[]): (readonly [string, string])[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return word.kind === 'number' && next?.kind === 'number' ? [[word.key, next.key] as const] : [];
  });
}

/** Length of the longest common subsequence. */
function inOrder(claim: readonly Word[], words: readonly Word[]): number {
  let row = Array.from({ length: words.length + 1 }, () => 0);
  for (const { lower } of claim) {
    const next = [0];
    for (const [at, word] of words.entries()) {
      next.push(word.lower === lower ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    }
    row = next;
  }
  return row.at(-1)!;
}
