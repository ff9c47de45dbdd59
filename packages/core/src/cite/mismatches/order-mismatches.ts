import { isContent } from '../evidence.ts';
import type { Case, Mismatch } from '../judge.ts';
import { areOpposites } from '../vocabulary.ts';
import type { Word } from '../words.ts';

/** Words that set what stands before them against what stands behind them, with the content words compared on each side. */
const RELATIONS: ReadonlyMap<string, number> = new Map([
  ['before', 3],
  ['after', 3],
  ['than', 3],
  ['until', 3],
  ['unless', 4],
  ['instead', 3],
  ['over', 2],
  ['into', 2],
  ['from', 2],
  ['to', 1],
  ['then', 2],
]);
/** Content words between the two in the evidence. */
const GAP = 2;

const BEING = /^(?:is|are|was|were|be|been|being|gets?|got)$/u;

/** Roles exchanged: `B depends on A` for `A depends on B`, `start before install` for `install before start`. */
export function orderMismatches({ claim, sentences }: Case): Mismatch[] {
  return [actorMismatches, relationMismatches, pairMismatches, exchangeMismatches].flatMap((find) =>
    find(claim, sentences),
  );
}

function actorMismatches(claim: readonly Word[], sentences: readonly (readonly Word[])[]): Mismatch[] {
  const content = claim.filter(isContent);
  const mismatches: Mismatch[] = [];
  for (let index = 1; index + 1 < content.length; index += 1) {
    const [actor, act, object] = [content[index - 1]!, content[index]!, content[index + 1]!];
    if (act.kind !== 'plain' || actor.clause !== object.clause || areListed(claim, actor, object)) continue;
    if ([actor, act, object].some(({ key }) => content.filter((other) => other.key === key).length > 1)) continue;
    const passive = isPassive(claim, act);
    const straight = sentences.some((words) => follows(words, actor.key, act.key, object.key, passive));
    const turned = sentences.some((words) => follows(words, object.key, act.key, actor.key, passive));
    if (turned && !straight) mismatches.push({ kind: 'swap', word: act.text });
  }
  return mismatches;
}

/** Whether the three stand near each other in this order and voice. */
function follows(words: readonly Word[], actor: string, act: string, object: string, passive: boolean): boolean {
  const content = words.filter(isContent);
  return content.some((middle, at) => {
    if (middle.key !== act) return false;
    const before = content.slice(Math.max(0, at - 1 - GAP), at);
    const behind = content.slice(at + 1, at + 2 + GAP);
    return (
      behind.some(({ key }) => key === object) &&
      before.some(({ key }) => key === actor) &&
      isPassive(words, middle) === passive
    );
  });
}

/** `is cleared`, `cleared by`; not `clears`. */
function isPassive(words: readonly Word[], act: Word): boolean {
  const at = words.indexOf(act);
  if (/(?:ing|s)$/u.test(act.lower)) return false;
  return words[at + 1]?.lower === 'by' || words.slice(Math.max(0, at - 3), at).some(({ lower }) => BEING.test(lower));
}

function areListed(words: readonly Word[], first: Word, last: Word): boolean {
  return ['and', 'or', 'but'].some((lower) => isBetween(words, first, last, lower));
}

/** Two opposites in the other order: `pods of lower priority evict those of higher priority`. */
function pairMismatches(claim: readonly Word[], sentences: readonly (readonly Word[])[]): Mismatch[] {
  const pairs = pairsOf(claim.filter(isContent), claim);
  const keys = new Set(pairs.flatMap(([one, other]) => [one, other]));
  // All other words of a sentence, which may be long, are no part of such a pair.
  const ofPairs = (words: readonly Word[]): Word[] => words.filter((word) => isContent(word) && keys.has(word.key));
  return sentences.flatMap((words) =>
    pairsOf(ofPairs(words), words).flatMap(([first, second, by]): Mismatch[] => {
      const turned = pairs.some(([one, other, otherBy]) => one === second && other === first && by === otherBy);
      return turned ? [{ kind: 'swap', word: second }] : [];
    }),
  );
}

/** Opposites that are not listed beside each other, with whether `by` stands between them. */
function pairsOf(content: readonly Word[], words: readonly Word[]): [first: string, second: string, by: boolean][] {
  return content.flatMap((first, at) =>
    content
      .slice(at + 1)
      .filter((second) => areOpposites(first.key, second.key) && first.clause === second.clause)
      .filter((second) => !areListed(words, first, second))
      .map((second): [string, string, boolean] => [first.key, second.key, isBetween(words, first, second, 'by')]),
  );
}

/** Shared words below which an exchange is no more than another order. */
const LEAST_SHARED = 4;

/** Two words exchanged where all others stand in the order of the evidence. */
function exchangeMismatches(claim: readonly Word[], sentences: readonly (readonly Word[])[]): Mismatch[] {
  const said = onceEach(claim);
  return sentences.flatMap((words): Mismatch[] => {
    const there = onceEach(words);
    const ours = [...said.keys()].filter((key) => there.has(key));
    const theirs = [...there.keys()].filter((key) => said.has(key));
    const apart = [...ours.keys()].filter((at) => ours[at] !== theirs[at]);
    const [first, last] = apart;
    if (ours.length < LEAST_SHARED || apart.length !== 2 || last! - first! < 2 || ours[first!] !== theirs[last!])
      return [];
    const [one, other] = [said.get(ours[first!]!)!, said.get(ours[last!]!)!];
    if (areListed(claim, one, other) || hasOwnTurn(claim, words)) return [];
    return [{ kind: 'swap', word: other.text }];
  });
}

/** Content words that stand once, by key, in order. */
function onceEach(words: readonly Word[]): Map<string, Word> {
  const content = words.filter(isContent);
  const counts = new Map<string, number>();
  for (const { key } of content) counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Map(content.filter(({ key }) => counts.get(key) === 1).map((word) => [word.key, word]));
}

/** Whether the claim has small words that the evidence lacks, and so may have turned the sentence rightly. */
function hasOwnTurn(claim: readonly Word[], words: readonly Word[]): boolean {
  return claim.some((word) => !isContent(word) && !words.some(({ lower }) => lower === word.lower));
}

function isBetween(words: readonly Word[], first: Word, last: Word, lower: string): boolean {
  return words.slice(words.indexOf(first), words.indexOf(last)).some((word) => word.lower === lower);
}

interface Arguments {
  readonly left: ReadonlySet<string>;
  readonly right: ReadonlySet<string>;
}

function relationMismatches(claim: readonly Word[], sentences: readonly (readonly Word[])[]): Mismatch[] {
  return claim.flatMap((word, index): Mismatch[] => {
    const reach = RELATIONS.get(word.lower);
    if (reach === undefined) return [];
    const said = argumentsOf(claim, index, reach);
    let straight = 0;
    let crossed = 0;
    for (const words of sentences) {
      for (const [at, other] of words.entries()) {
        if (other.lower !== word.lower) continue;
        const { left, right } = argumentsOf(words, at, reach);
        straight += common(said.left, left, right) + common(said.right, right, left);
        crossed += Math.min(common(said.left, right, left), common(said.right, left, right));
      }
    }
    return crossed > 0 && straight === 0 ? [{ kind: 'swap', word: word.text }] : [];
  });
}

/** Keys in both, and not in `without`. */
function common(one: ReadonlySet<string>, other: ReadonlySet<string>, without: ReadonlySet<string>): number {
  let count = 0;
  for (const key of one) if (other.has(key) && !without.has(key)) count += 1;
  return count;
}

/** What stands on both sides of a relation; where it opens its clause, the next clause takes the place of the left side. */
function argumentsOf(words: readonly Word[], index: number, reach: number): Arguments {
  const { clause } = words[index]!;
  const behind = words.slice(index + 1).filter((word) => isArgument(word) && word.clause === clause);
  const before = words.slice(0, index).filter((word) => isArgument(word) && word.clause === clause);
  const next = words.filter((word) => isArgument(word) && word.clause === clause + 1);
  const right = behind.slice(0, reach);
  const left = before.length > 0 ? before.slice(-reach) : next.slice(0, reach + 1);
  return { left: new Set(left.map(({ key }) => key)), right: new Set(right.map(({ key }) => key)) };
}

function isArgument(word: Word): boolean {
  return isContent(word) && !/^(?:first|last|next)$/u.test(word.lower);
}
