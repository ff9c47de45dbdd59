import { analyseQuestion } from '../question/analyse-question.ts';
import { tokenize } from '../text/tokenize.ts';
import { unitsOf } from '../excerpt/units.ts';
import type { Evidence, Passage } from '../spec/answer.ts';
import type { Hit } from '../spec/hit.ts';

/** A word with a lower idf stands in about every sixth passage: the site is about it. */
const COMMON = 1.8;
/** What introductions are called, searched in titles and headings beside the subject. */
const INTRODUCTIONS = 'introduction overview welcome getting started';
/** Passages at the beginning of a page, and sentences at the beginning of a passage, that may introduce the subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 10;
const LONGEST_OPENING = 300;
const NEAR_START = 24;
const WHAT =
  /^\W*(?:\([^)]*\)\W*)?(?:is|are|was|were) (?:(?:an?|the|one|our|your|built|designed|made)\b|[\p{L}-]+(?: [\p{L}-]+){0,3} (?:that|which|for|used)\b)/u;

/** What to search besides for "What is X?" where X is what the whole site is about, and so tells no page from another; else `undefined`. */
export function introductionOf(text: string, evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): string | undefined {
  const { subject } = analyseQuestion(text);
  const tokens = tokenize(subject);
  const isCommon = tokens.every((token) => (evidence.idf.get(token) ?? evidence.unknownIdf) < COMMON);
  return tokens.length > 0 && isCommon ? `${subject} ${INTRODUCTIONS}` : undefined;
}

/**
 * The hits, first those that say at the beginning of a page what the subject of `text` is, then those that open an introduction; the nearest to
 * the site's top before others.
 */
export function introductionsFirst(text: string, hits: readonly Hit[], further: readonly Hit[]): readonly Hit[] {
  const { subject } = analyseQuestion(text);
  const all = new Map([...further, ...hits].map((hit) => [hit.chunk.id, hit]));
  const ranked = [...all.values()].sort((a, b) => b.score - a.score);
  const top = ranked[0]?.score ?? 0;
  const worth = new Map(ranked.map((hit) => [hit, introduces(hit, subject)]));
  const first = ranked.filter((hit) => worth.get(hit)! > 0);
  first.sort((a, b) => worth.get(b)! - worth.get(a)! || depth(a) - depth(b) || b.score - a.score);
  // Scores stay in order, so that what comes first counts as the best.
  return [
    ...first.map((hit) => ({ ...hit, score: Math.max(hit.score, top) })),
    ...ranked.filter((hit) => worth.get(hit) === 0),
  ];
}

/** 2 for a passage that says what the subject is, 1 for one that opens an introduction, 0 for any other. */
function introduces({ chunk }: Hit, subject: string): 0 | 1 | 2 {
  if (chunk.indexInPage >= FIRST_PASSAGES) return 0;
  const passage: Passage = { label: '', chunk, score: 0, similarity: 0 };
  const sentences = unitsOf(passage, 0).filter(({ kind }) => kind === 'sentence');
  if (sentences.slice(0, FIRST_SENTENCES).some((one) => saysWhat(subject, one.text))) return 2;
  const named = new Set(tokenize(`${chunk.title} ${chunk.url.slice(chunk.url.lastIndexOf('/'))}`));
  return chunk.indexInPage === 0 && tokenize(INTRODUCTIONS).some((token) => named.has(token)) ? 1 : 0;
}

/** "X is a …", near the beginning of a sentence. */
function saysWhat(subject: string, sentence: string): boolean {
  const lower = sentence.slice(0, LONGEST_OPENING).toLowerCase();
  const place = lower.indexOf(subject);
  return place >= 0 && place <= NEAR_START && WHAT.test(lower.slice(place + subject.length));
}

/** How far a page stands from the site's top. */
function depth({ chunk }: Hit): number {
  return chunk.url.split('/').length;
}
