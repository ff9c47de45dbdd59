import { analyseQuestion } from '../question/analyse-question.ts';
import { tokenize } from '../text/tokenize.ts';
import { unitsOf } from '../excerpt/units.ts';
import type { Evidence, Passage } from '../spec/answer.ts';
import type { Hit } from '../spec/hit.ts';

/** A word with a lower idf stands in about every sixth passage: the site is about it. */
const COMMON = 1.8;
/** What introductions are called, searched in titles and headings beside the subject. */
const INTRODUCTIONS = 'introduction overview welcome about getting started';
/** Passages at the beginning of a page, and sentences at the beginning of a passage, that may introduce the subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 4;
const LONGEST_OPENING = 300;
const NEAR_START = 24;
const WHAT = /^\W*(?:\([^)]*\)\W*)?(?:is|are) (?:an?|the|one|our|your)\b/u;

/** What to search besides for "What is X?" where X is what the whole site is about, and so tells no page from another; else `undefined`. */
export function introductionOf(text: string, evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): string | undefined {
  const { subject } = analyseQuestion(text);
  const tokens = tokenize(subject);
  const isCommon = tokens.every((token) => (evidence.idf.get(token) ?? evidence.unknownIdf) < COMMON);
  return tokens.length > 0 && isCommon ? `${subject} ${INTRODUCTIONS}` : undefined;
}

/** The hits, first those that say at the beginning of a page what the subject of `text` is. */
export function definitionsFirst(text: string, hits: readonly Hit[], further: readonly Hit[]): readonly Hit[] {
  const { subject } = analyseQuestion(text);
  const known = new Set(hits.map(({ chunk }) => chunk.id));
  const all = [...hits, ...further.filter(({ chunk }) => !known.has(chunk.id))];
  const defining = all.filter((hit) => defines(hit, subject)).sort((a, b) => depth(a) - depth(b));
  const top = Math.max(0, ...hits.map(({ score }) => score));
  // They take the place of the first hit, whose score they get: those behind keep theirs.
  const first = defining.map((hit) => ({ ...hit, score: Math.max(hit.score, top) }));
  return [...first, ...all.filter((hit) => !defining.includes(hit)).sort((a, b) => b.score - a.score)];
}

function defines({ chunk }: Hit, subject: string): boolean {
  if (chunk.indexInPage >= FIRST_PASSAGES) return false;
  const passage: Passage = { label: '', chunk, score: 0, similarity: 0 };
  const sentences = unitsOf(passage, 0).filter(({ kind }) => kind === 'sentence');
  return sentences.slice(0, FIRST_SENTENCES).some(({ text }) => saysWhat(subject, text));
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
