import { isContent, wordClass } from '../evidence.ts';
import type { Case, Mismatch } from '../judge.ts';
import { areOpposites } from '../vocabulary.ts';
import type { Word } from '../words.ts';

/** Content words behind a negator that it may turn; mostly the first is it. */
const TURNED = 2;
/** Content words around a negator among which its echo is looked for. */
const NEAR = 5;
/** Words in all that are looked through for them. */
const REACH = 14;
const CONJUNCTION = /^(?:and|but|while|whereas|although|though)$/u;

/** Negations of the statement without one in the evidence, and the other way round. */
export function negationMismatches({ claim, sentences }: Case): Mismatch[] {
  const mismatches: Mismatch[] = [];
  for (const [index, word] of claim.entries()) {
    if (word.kind !== 'negator' || isBound(claim, index)) continue;
    const turned = turnedBy(claim, index);
    const region = regionOf(claim, index);
    const echoed = sentences.some(
      (words) =>
        isEchoed(turned, words, region) ||
        isDenied(turned, words, claim) ||
        isSaidOtherwise(claim, index, turned, words) ||
        isSaidOfSame(claim, index, turned, words),
    );
    if (!echoed) mismatches.push({ kind: 'negation', word: word.text });
  }
  for (const words of sentences) {
    for (const [index, word] of words.entries()) {
      if (word.kind !== 'negator' || isBound(words, index)) continue;
      const turned = turnedBy(words, index).slice(0, word.lower === 'no' ? TURNED : 1);
      const repeated = turned.every(({ key }) => claim.some((other) => other.key === key));
      if (repeated && !isEchoed(turned, claim, words) && !isDenied(turned, claim, words)) {
        mismatches.push({ kind: 'negation', word: word.text });
      }
    }
  }
  return mismatches;
}

/** `no more than`, `not only`, `no longer` say something else. */
function isBound(words: readonly Word[], index: number): boolean {
  return /^(?:more|less|fewer|later|earlier|only|matter)$/u.test(words[index + 1]?.lower ?? '');
}

/** What a negator turns: the content words right behind it, or right before it where its clause ends. */
function turnedBy(words: readonly Word[], index: number): Word[] {
  const { clause } = words[index]!;
  const behind = words.slice(index + 1, index + REACH).filter((word) => isContent(word) && word.clause <= clause);
  if (behind.length > 0) return behind.slice(0, TURNED);
  const later = words.slice(index + 1, index + REACH).filter((word) => isContent(word) && word.clause === clause + 1);
  if (later.length > 0) return later.slice(0, TURNED);
  return words
    .slice(Math.max(0, index - REACH), index)
    .filter(isContent)
    .slice(-TURNED);
}

/** What a negator may be said of: the words around it up to a conjunction on each side. */
function regionOf(words: readonly Word[], index: number): readonly Word[] {
  const from = words.findLastIndex((word, at) => at < index && CONJUNCTION.test(word.lower)) + 1;
  const to = words.findIndex((word, at) => at > index && CONJUNCTION.test(word.lower));
  return words.slice(from, to < 0 ? words.length : to);
}

/** Whether a negator of `words` turns one of the turned words, or stands behind it and turns something else of the region. */
function isEchoed(turned: readonly Word[], words: readonly Word[], region: readonly Word[]): boolean {
  const isTurned = ({ key }: Word): boolean => turned.some((other) => other.key === key);
  return words.some(({ kind }, index) => {
    if (kind !== 'negator') return false;
    const behind = words
      .slice(index + 1, index + REACH)
      .filter(isContent)
      .slice(0, NEAR);
    if (behind.some(isTurned)) return true;
    const before = words
      .slice(Math.max(0, index - REACH), index)
      .filter(isContent)
      .slice(-NEAR);
    return before.some(isTurned) && turnedBy(words, index).some(({ key }) => region.some((word) => word.key === key));
  });
}

/** `if it is not empty, the command stops` for `it must be empty; otherwise the command stops`. */
function isSaidOtherwise(
  claim: readonly Word[],
  index: number,
  turned: readonly Word[],
  words: readonly Word[],
): boolean {
  const { clause } = claim[index]!;
  const isCondition = claim
    .slice(0, index)
    .some((word) => word.clause === clause && /^(?:if|when|whenever)$/u.test(word.lower));
  const duty = words.findIndex(({ lower }) => /^(?:must|shall|should|has|have|needs?)$/u.test(lower));
  const other = words.findLastIndex(({ lower }) => lower === 'otherwise' || lower === 'or');
  if (!isCondition || duty < 0 || other < duty) return false;
  return words.slice(duty, other).some(({ key }) => turned.some((word) => word.key === key));
}

/** `small databases do not support it` for `it is not available for small databases`: what is turned says little itself. */
function isSaidOfSame(claim: readonly Word[], index: number, turned: readonly Word[], words: readonly Word[]): boolean {
  if (turned[0] === undefined || wordClass(turned[0]) !== 'light') return false;
  const said = new Set(
    regionOf(claim, index)
      .filter(isHeavy)
      .map(({ key }) => key),
  );
  return words.some(({ kind }, at) => {
    if (kind !== 'negator' || wordClass(turnedBy(words, at)[0] ?? turned[0]!) !== 'light') return false;
    return (
      new Set(
        regionOf(words, at)
          .filter((word) => isHeavy(word) && said.has(word.key))
          .map(({ key }) => key),
      ).size > 1
    );
  });
}

function isHeavy(word: Word): boolean {
  return isContent(word) && wordClass(word) === 'heavy';
}

/** Whether `words` say the opposite of the turned word, as `disabled` says `not enabled`; `others` may not say it too. */
function isDenied(turned: readonly Word[], words: readonly Word[], others: readonly Word[]): boolean {
  return turned
    .slice(0, 1)
    .some(({ key }) =>
      words.some((word) => areOpposites(key, word.key) && !others.some((other) => other.key === word.key)),
    );
}
