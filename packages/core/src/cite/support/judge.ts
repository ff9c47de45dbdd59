/**
 * Weighs the words of a statement against sentences of evidence: which sentences carry it, how well, and what refutes it.
 */
import { LIGHT_WORDS, OPPOSITES, SYNONYM_GROUPS } from './lexicon.ts';
import { baseForm } from './base-form.ts';
import type { Word } from './read-words.ts';

export type FaultKind = 'number' | 'code' | 'name' | 'word' | 'negation' | 'opposite' | 'quantity' | 'duty';

export interface Fault {
  readonly kind: FaultKind;
  /** The word of the statement, or of the evidence for a negation left out. */
  readonly word: string;
}

export interface Judgement {
  readonly score: number;
  readonly faults: readonly Fault[];
  /** Positions of the sentences that contribute, in order. */
  readonly chosen: readonly number[];
}

const MOST_SENTENCES = 4;
const LEAST_GAIN = 0.06;
const LIGHT_WEIGHT = 0.3;

const LIGHT_KEYS = new Set([...LIGHT_WORDS].map(baseForm));
const GROUPS = new Map([...SYNONYM_GROUPS].map(([word, groups]) => [baseForm(word), groups] as const));
const OPPOSITE_KEYS = oppositeKeys();

function oppositeKeys(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const put = (a: string, b: string): void => {
    found.set(a, (found.get(a) ?? new Set()).add(b));
  };
  for (const [a, b] of OPPOSITES) {
    if (baseForm(a) === baseForm(b)) continue;
    put(baseForm(a), baseForm(b));
    put(baseForm(b), baseForm(a));
  }
  return found;
}

const isContent = (word: Word): boolean => word.kind !== 'small' && word.kind !== 'negator';

export interface Sentence {
  readonly words: readonly Word[];
  readonly keys: ReadonlySet<string>;
}

export function sentenceOf(words: readonly Word[]): Sentence {
  return { words, keys: new Set(words.filter(isContent).map(({ key }) => key)) };
}

/** How far a set of keys holds a word: 1 for the word itself, less for one that means the same. */
function held(word: Word, keys: ReadonlySet<string>): number {
  if (keys.has(word.key)) return 1;
  if (word.kind !== 'plain') return 0;
  for (const group of GROUPS.get(word.key) ?? [])
    for (const key of keys) if (GROUPS.get(key)?.includes(group)) return 0.9;
  if (word.key.length < 5) return 0;
  for (const key of keys) {
    if (key.length < 5 || key[0] === '#') continue;
    const shared = sharedPrefix(key, word.key);
    if (shared >= 5 && shared >= 0.75 * Math.max(key.length, word.key.length)) return 0.8;
  }
  return 0;
}

function sharedPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

export function judge(
  claim: readonly Word[],
  sentences: readonly Sentence[],
  known: ReadonlySet<string>,
  rarity?: (token: string) => number,
): Judgement {
  const content = claim.filter(isContent);
  const weights = content.map((word) => weightOf(word, sentences, rarity));
  const chosen = choose(content, weights, sentences, known);
  const evidence = chosen.map((index) => sentences[index]!);
  const keys = new Set([...evidence.flatMap((sentence) => [...sentence.keys]), ...known]);
  const credit = content.map((word) => held(word, keys));
  let total = 0;
  let found = 0;
  for (const [index, weight] of weights.entries()) {
    total += weight;
    found += weight * credit[index]!;
  }
  const score = total === 0 ? 0 : found / total;
  return { score, faults: faultsOf(claim, evidence, keys), chosen };
}

function weightOf(word: Word, sentences: readonly Sentence[], rarity?: (token: string) => number): number {
  if (LIGHT_KEYS.has(word.key)) return LIGHT_WEIGHT;
  const shape = word.kind === 'plain' ? 1 : 1.5;
  if (rarity !== undefined) return shape * Math.max(LIGHT_WEIGHT, rarity(word.key) / 5);
  let holding = 0;
  for (const { keys } of sentences) if (keys.has(word.key)) holding += 1;
  return holding === 0 ? shape * 1.3 : shape * (0.6 + 0.4 / Math.sqrt(holding));
}

/** The fewest sentences that hold most of the statement's weight, best first. */
function choose(
  content: readonly Word[],
  weights: readonly number[],
  sentences: readonly Sentence[],
  known: ReadonlySet<string>,
): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const credits = content.map((word) => 0.5 * held(word, known));
  const chosen: number[] = [];
  while (chosen.length < MOST_SENTENCES) {
    let best = -1;
    let bestGain = LEAST_GAIN * total;
    for (const [index, { keys }] of sentences.entries()) {
      if (chosen.includes(index)) continue;
      let gain = 0;
      for (const [at, word] of content.entries()) gain += weights[at]! * Math.max(0, held(word, keys) - credits[at]!);
      if (gain > bestGain) {
        best = index;
        bestGain = gain;
      }
    }
    if (best < 0) break;
    for (const [at, word] of content.entries()) credits[at] = Math.max(credits[at]!, held(word, sentences[best]!.keys));
    chosen.push(best);
  }
  return chosen;
}

function faultsOf(claim: readonly Word[], evidence: readonly Sentence[], keys: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = [];
  const words = evidence.flatMap((sentence) => sentence.words);
  for (const word of claim) {
    if (word.kind === 'number' && !numberHeld(word, words)) faults.push({ kind: 'number', word: word.text });
    if (word.kind === 'code' && !words.some(({ text }) => text === word.text) && !keys.has(word.key))
      faults.push({ kind: 'code', word: word.text });
    if (word.kind === 'name' && !keys.has(word.key)) faults.push({ kind: 'name', word: word.text });
    const heavy = word.kind === 'plain' && !LIGHT_KEYS.has(word.key) && held(word, keys) === 0;
    if (heavy && word.opens) faults.push({ kind: 'word', word: word.text });
    if (
      !keys.has(word.key) &&
      [...(OPPOSITE_KEYS.get(word.key) ?? [])].some((key) =>
        words.some((other) => other.key === key || baseForm(other.lower) === key),
      )
    )
      faults.push({ kind: 'opposite', word: word.text });
  }
  return [...faults, ...negationFaults(claim, words)];
}

function numberHeld(word: Word, words: readonly Word[]): boolean {
  const same = words.filter(({ key }) => key === word.key);
  if (same.length === 0) return false;
  return same.some(({ unit }) => unit === word.unit);
}

/** Words behind a negator that it may turn. */
const REACH = 2;
const NEAR = 5;

/** What stands near each negator. */
function turned(words: readonly Word[], reach: number): Word[][] {
  return words.flatMap((word, index) => (word.kind === 'negator' ? [headsOf(words, index, reach)] : []));
}

function negationFaults(claim: readonly Word[], evidence: readonly Word[]): Fault[] {
  const faults: Fault[] = [];
  const inClaim = turned(claim, NEAR);
  const inEvidence = turned(evidence, NEAR);
  for (const [index, word] of claim.entries()) {
    if (word.kind !== 'negator') continue;
    const heads = headsOf(claim, index, REACH);
    const echoed = inEvidence.some((near) => heads.some(({ key }) => near.some((other) => other.key === key)));
    if (!echoed) faults.push({ kind: 'negation', word: word.text });
  }
  for (const [index, word] of evidence.entries()) {
    if (word.kind !== 'negator') continue;
    const heads = headsOf(evidence, index, REACH).filter(({ key }) => claim.some((other) => other.key === key));
    if (heads.length === 0) continue;
    const echoed = inClaim.some((near) => heads.some(({ key }) => near.some((other) => other.key === key)));
    if (!echoed) faults.push({ kind: 'negation', word: word.text });
  }
  return faults;
}

/** The content words that a negator turns: those right behind it, or right before it where nothing follows. */
function headsOf(words: readonly Word[], index: number, reach: number): Word[] {
  const clause = words[index]!.clause;
  const after = words
    .slice(index + 1, index + 12)
    .filter((word) => isContent(word) && word.clause <= clause + 1)
    .slice(0, reach);
  if (after.length > 0) return after;
  return words
    .slice(Math.max(0, index - 12), index)
    .filter(isContent)
    .slice(-reach);
}
