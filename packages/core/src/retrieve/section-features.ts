import { readChunk } from '../chunk/read-chunk.ts';
import { asksForSeveral, type QuestionAnalysis, type QuestionKind } from '../question/analyse-question.ts';
import { pairShare } from '../question/pair-share.ts';
import { coverage, type QuestionTerms } from '../question/question-terms.ts';
import { holdsQuestion } from '../question/holds-question.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { isNoAnswer } from './is-no-answer.ts';

/** What a question and a passage have in common beyond the scores of the legs; each 0 to 1. */
export interface SectionFeatures {
  /** How far heading and question are the same: harmonic mean of the share of the heading that is asked and of the question that it holds. */
  readonly heading: number;
  /** Share of the question's weight in the title of the page. */
  readonly title: number;
  /** Share of the question's weight in the first 40 tokens of the body. */
  readonly beginning: number;
  /** Share of the question's neighbouring pairs that are neighbours in the body. */
  readonly pairs: number;
  /** The heading holds what the question quotes, such as a message; half of it where only the body does. */
  readonly quoted: number;
  /** How far the heading is what a definition is asked of, or what is compared. */
  readonly subject: number;
  /** One or two words are asked for, and the passage opens its page. */
  readonly topic: number;
  /** Several things are asked for, and the passage lists or tabulates some. */
  readonly list: number;
  /** By its form it answers nothing, and its heading is not what is asked. */
  readonly formless: number;
  /** Nearly all of it is code, and the question is not one that code answers. */
  readonly mute: number;
  /** The page tells of changes, such as a guide for upgrades or the announcement of a version, and the question does not. */
  readonly past: number;
  /** Its headings say that it is deprecated, and the question does not ask for that. */
  readonly outdated: number;
}

const BEGINNING = 40;
/** A heading that names what is compared may have so many more, such as those of a second pair. */
const MORE_WORDS = 2;
const MUTE = 0.7;
const ASKS_FOR_CODE: ReadonlySet<QuestionKind> = new Set(['how-to', 'example', 'error', 'where']);

const FEWEST_LISTED = 3;
/** In addresses and titles; a page of a plain folder is told by nothing else. */
const OF_CHANGES = /\b(?:migrat|upgrad|changelog|releases?\b|release[- ]notes|announc|what['’]?s[- ]new)/iu;
const ASKS_OF_CHANGES =
  /\b(?:migrat|upgrad|updat|chang|releas|announc|new|old|from|since|legacy|obsolete|deprecat|remov|instead|any ?more|v?\d+(?:\.\d+)*\b|versions?\b)/iu;
const OUTDATED = /\b(?:legacy|deprecated|obsolete)\b/iu;

export function sectionFeatures(
  chunk: Chunk,
  { terms, analysis }: { readonly terms: QuestionTerms; readonly analysis: QuestionAnalysis },
): SectionFeatures {
  const { heading, title } = readChunk(chunk);
  const sequence = sequenceOf(chunk, analysis.text);
  const beginning = new Set(sequence.slice(0, BEGINNING));
  const same = harmonic(
    shareAsked(heading, terms),
    coverage(terms, (token) => heading.has(token)),
  );
  return {
    heading: same,
    title: coverage(terms, (token) => title.has(token)),
    beginning: coverage(terms, (token) => beginning.has(token)),
    pairs: pairShare(terms.sequence, sequence),
    quoted: quotedShare(chunk, analysis.text),
    subject: subjectShare(chunk.heading, analysis),
    topic: terms.weights.size <= 2 && chunk.indexInPage === 0 ? 1 : 0,
    list: asksForSeveral(analysis.text) && countListed(chunk) >= FEWEST_LISTED ? 1 : 0,
    formless: isNoAnswer(chunk) ? 1 - same : 0,
    mute: !ASKS_FOR_CODE.has(analysis.kind) && codeShare(chunk) > MUTE ? 1 : 0,
    past: OF_CHANGES.test(`${chunk.url} ${chunk.title}`) && !ASKS_OF_CHANGES.test(analysis.text) ? 1 : 0,
    outdated: isOutdated(chunk) && !ASKS_OF_CHANGES.test(analysis.text) ? 1 : 0,
  };
}

function isOutdated({ title, headings, heading }: Chunk): boolean {
  return [title, ...headings, heading].some((one) => OUTDATED.test(one));
}

/** Tokens of the body without code that shows how the very question is asked. */
function sequenceOf(chunk: Chunk, question: string): readonly string[] {
  const { spans, text } = chunk;
  const isExample = ({ kind, start, end }: Span): boolean =>
    kind === 'code' && holdsQuestion(text.slice(start, end), question);
  if (!spans.some(isExample)) return readChunk(chunk).sequence;
  return tokenize(spans.flatMap((span) => (isExample(span) ? [] : text.slice(span.start, span.end))).join('\n'));
}

/** Words that only ask for a form of answer may stand in headings that are questions, so they count as asked. */
function shareAsked(heading: ReadonlySet<string>, { asked }: QuestionTerms): number {
  let shared = 0;
  for (const token of heading) if (asked.has(token)) shared++;
  return heading.size === 0 ? 0 : shared / heading.size;
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

/** Words, a message or code in quotation marks. */
const QUOTED = /(["“`])([^"”`]{6,80})["”`]/gu;

function quotedShare({ heading, text }: Chunk, question: string): number {
  const quotes = [...question.matchAll(QUOTED)].map(([, , quote]) => quote!.toLowerCase());
  if (quotes.length === 0) return 0;
  const [named, said] = [heading.toLowerCase(), text.toLowerCase()];
  if (quotes.some((quote) => named.includes(quote))) return 1;
  return quotes.some((quote) => said.includes(quote)) ? 0.5 : 0;
}

/** How far a heading is what a definition is asked of, or the two things that are compared: one of them is half of it. */
function subjectShare(heading: string, { subject, compared }: QuestionAnalysis): number {
  const words = contentTokens(heading);
  // "Content Security Policy (CSP)" is called by either.
  const [, long = '', short = ''] = /^([^()]*)\(([^()]*)\)\W*$/u.exec(heading) ?? [];
  const names = [words, contentTokens(long), contentTokens(short)];
  const isCalled = (name: string): boolean => names.some((one) => isSame(one, contentTokens(name)));
  const sides = contentTokens(compared.join(' '));
  if (sides.size > 0 && sides.isSubsetOf(words) && words.size <= sides.size + MORE_WORDS) return 1;
  if (subject !== '') return isCalled(subject) ? 1 : 0;
  return compared.some(isCalled) ? 0.5 : 0;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && a.size > 0 && [...a].every((token) => b.has(token));
}

function countListed({ spans }: Chunk): number {
  return spans.filter(({ kind }) => kind === 'item' || kind === 'row').length;
}

/** Share of the characters of a passage that stand in code. */
function codeShare({ spans }: Chunk): number {
  let all = 0;
  let code = 0;
  for (const { kind, start, end } of spans) {
    all += end - start;
    if (kind === 'code') code += end - start;
  }
  return all === 0 ? 0 : code / all;
}
