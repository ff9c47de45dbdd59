import { readChunk } from '../chunk/read-chunk.ts';
import {
  ANSWERED_BY_CODE,
  asksForSeveral,
  asksForValue,
  asksForCertainThing,
  type QuestionAnalysis,
} from '../question/analyse-question.ts';
import { defines, isSameName } from '../question/defines.ts';
import { coverage, holdsQuestion, pairShare, type QuestionTerms } from '../question/question-terms.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { isNoAnswer, isPreviousKnowledge } from './is-no-answer.ts';

/** Features of a question and a passage in addition to the scores of the legs; each 0 to 1. */
export interface SectionFeatures {
  /**
   * Match of heading and question: harmonic mean of the share of the heading that is in the question and the share of the question in the
   * heading.
   */
  readonly heading: number;
  /** Share of the question's weight in the title of the page. */
  readonly title: number;
  /** Share of the question's weight in the first 40 tokens of the body. */
  readonly beginning: number;
  /** Share of the question's neighbouring pairs that are neighbours in the heading or the body. */
  readonly pairs: number;
  /** 1 if the heading contains text quoted in the question, such as a message, or begins with the question; 0.5 if only the body does. */
  readonly quoted: number;
  /** The body begins with a definition of what the question asks about. */
  readonly defines: number;
  /** A list or table of the passage has an entry for each of the things compared. */
  readonly sides: number;
  /** The question asks for a value, and an item or row of the passage begins with a name of code in the question. */
  readonly entry: number;
  /** The question has one or two words, and the passage is the first of its page. Not for a how-to whose first word is not in the title. */
  readonly topic: number;
  /** Match of the page's title and the question, for the first passage of a page that is called as the question says. As `topic` for a how-to. */
  readonly named: number;
  /** The question asks for several things, and the passage has a list or table. */
  readonly list: number;
  /** The form of the passage answers nothing, and its heading does not match the question. */
  readonly formless: number;
  /** The passage is almost only code, for a question that code does not answer. */
  readonly mute: number;
  /** The page is about changes, such as an upgrade guide or a release announcement, and the question is not. */
  readonly past: number;
  /**
   * The page is for those who work on the project or write extensions of it, such as its rules for contributions or "Plugin development",
   * and the question is not about that.
   */
  readonly internal: number;
  /** A title or heading marks the passage as deprecated, and the question does not ask about that. */
  readonly outdated: number;
}

const BEGINNING = 40;
const MUTE = 0.7;
/** Least match of a title that names what the question asks about. */
const NAMED = 0.7;

const FEWEST_LISTED = 3;
/** Least number of words in an item or row beside its name. */
const SAYS_MORE = 2;
/** A question that only names something: "digital twin?", not "calibrate a camera". */
const TOPIC = /^[^\s?]+(?: (?!(?:an?|the|my|your)\b)[^\s?]+){0,2}(?=\??$)/u;
/** A heading that is a question for a definition; the group is its subject. */
const ASKS_WHAT_IS = /^(?:\d[\d.]* )?what (?:is|are|does) (?:an? |the )?(.*?)(?: mean)?\??$/u;
/** Number of characters at the start of a body in which the subject may be defined. */
const DEFINED_WITHIN = 600;
/** Matched in URLs and titles, the only sign of such a page in a plain folder. */
const OF_CHANGES = /\b(?:migrat|upgrad|changelog|releases?\b|release[- ]notes|announc|what['’]?s[- ]new|\/history\b)/iu;
const ASKS_OF_CHANGES =
  /\b(?:migrat|upgrad|updat|chang|releas|announc|new|old|from|since|legacy|obsolete|deprecat|remov|instead|any ?more|v?\d+(?:\.\d+)*\b|versions?\b)/iu;
/** Matched in URLs and titles: pages for those who work on the project, not with it. */
const OF_THE_PROJECT =
  /\b(?:contribut(?:e|ing|ors?)|maintain(?:ing|ers?)|code[- ]of[- ]conduct|coc|governance|sponsors?)\b/iu;
/** Matched in URLs and titles: pages for those who write extensions. */
const OF_EXTENSIONS =
  /\bplug-?ins?[-_ ](?:dev\w*|api)\b|\b(?:develop|writ|creat)\w*[-_ ](?:an?[-_ ])?(?:plug-?in|extension)|\binternals\b|\/internal\//iu;
const ASKS_OF_EXTENSIONS = /plug-?in|exten[ds]|hook|internal|api|custom|writ|develop/iu;
const OUTDATED = /\b(?:legacy|deprecated|obsolete)\b/iu;

/** True for pages about changes, such as an upgrade guide or a release announcement. */
export function isOfChanges({ url, title }: Chunk): boolean {
  return OF_CHANGES.test(`${url} ${title}`);
}

/** True for pages for those who work on the project, not with it, such as its rules for contributions. */
export function isOfTheProject({ url, title }: Pick<Chunk, 'url' | 'title'>): boolean {
  return OF_THE_PROJECT.test(`${url} ${title}`);
}

export function sectionFeatures(
  chunk: Chunk,
  { terms, analysis }: { readonly terms: QuestionTerms; readonly analysis: QuestionAnalysis },
): SectionFeatures {
  const question = analysis.text;
  const { heading, title } = readChunk(chunk);
  const sequence = sequenceOf(chunk, question);
  const beginning = new Set(sequence.slice(0, BEGINNING));
  const same = matchOf(heading, terms);
  const titled = matchOf(title, terms);
  const ofTitle = coverage(terms, (token) => title.has(token));
  // "How do I disable telemetry?" is answered below the introduction of "Telemetry".
  const isAct = analysis.kind === 'how-to' && !title.has(terms.sequence[0] ?? '');
  const opens = chunk.indexInPage === 0 && !isAct;
  return {
    heading: same,
    title: ofTitle,
    beginning: coverage(terms, (token) => beginning.has(token)),
    pairs: pairShare(terms.sequence, [...tokenize(chunk.heading), '|', ...sequence]),
    quoted: quotedShare(chunk, question),
    defines: definesShare(chunk, analysis),
    sides: hasSides(chunk, analysis) ? 1 : 0,
    entry: asksForValue(question) && hasEntry(chunk, question) ? 1 : 0,
    topic: opens && terms.weights.size <= 2 ? 1 : 0,
    named: opens && titled >= NAMED && analysis.compared.length === 0 ? titled : 0,
    list: asksForSeveral(question) && countListed(chunk) >= FEWEST_LISTED ? 1 : 0,
    formless: isNoAnswer(chunk) || isPreviousKnowledge(chunk) ? 1 - same : 0,
    mute: !ANSWERED_BY_CODE.has(analysis.kind) && codeShare(chunk) > MUTE ? 1 : 0,
    past: isOfChanges(chunk) && !ASKS_OF_CHANGES.test(question) ? 1 : 0,
    internal:
      (isOfTheProject(chunk) && !OF_THE_PROJECT.test(question)) ||
      (OF_EXTENSIONS.test(`${chunk.url} ${chunk.title}`) && !ASKS_OF_EXTENSIONS.test(question))
        ? 1
        : 0,
    outdated:
      OUTDATED.test(`${chunk.title} ${chunk.headings.join(' ')} ${chunk.heading}`) && !ASKS_OF_CHANGES.test(question)
        ? 1
        : 0,
  };
}

/** Tokens of the body, without code that is an example of asking this question. */
function sequenceOf(chunk: Chunk, question: string): readonly string[] {
  const { spans, text } = chunk;
  const isExample = ({ kind, start, end }: Span): boolean =>
    kind === 'code' && holdsQuestion(text.slice(start, end), question);
  if (!spans.some(isExample)) return readChunk(chunk).sequence;
  return tokenize(spans.flatMap((span) => (isExample(span) ? [] : text.slice(span.start, span.end))).join('\n'));
}

/**
 * Harmonic mean of the share of the tokens that is in the question and the share of the question in the tokens. Words that only ask for a
 * form of answer count in the first one, because headings may be questions.
 */
function matchOf(tokens: ReadonlySet<string>, terms: QuestionTerms): number {
  const ofTokens = tokens.size === 0 ? 0 : tokens.intersection(terms.asked).size / tokens.size;
  const ofQuestion = coverage(terms, (token) => tokens.has(token));
  return ofTokens + ofQuestion === 0 ? 0 : (2 * ofTokens * ofQuestion) / (ofTokens + ofQuestion);
}

/** Words, a message or code in quotation marks. */
const QUOTED = /(["“`])([^"”`]{6,80})["”`]/gu;

/** With fewer words, a question may be a heading, or the beginning of a longer one, by chance. */
const FEWEST_OF_HEADING = 3;
const FEWEST_OF_BEGINNING = 5;

function quotedShare({ heading, text }: Chunk, question: string): number {
  const typed = wordsOf(question);
  const headed = wordsOf(heading);
  const isLong = typed.length >= (headed.length === typed.length ? FEWEST_OF_HEADING : FEWEST_OF_BEGINNING);
  if (isLong && typed.every((word, at) => word === headed[at])) return 1;
  const quotes = [...question.matchAll(QUOTED)].map(([, , quote]) => quote!.toLowerCase());
  if (quotes.length === 0) return 0;
  const [named, said] = [heading.toLowerCase(), text.toLowerCase()];
  if (quotes.some((quote) => named.includes(quote))) return 1;
  return quotes.some((quote) => said.includes(quote)) ? 0.5 : 0;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * 1 if the heading asks what the subject is or one of the first sentences says it, 0.5 if the heading asks for more words, 0.7 if what its last word is: for a "ROS 2 node", what a node is. 0 for
 * questions about a value, such as the default port.
 */
function definesShare({ text, heading }: Chunk, analysis: QuestionAnalysis): number {
  const { text: question, kind } = analysis;
  const [topic = ''] = (kind === 'open' && TOPIC.exec(question.toLowerCase())) || [];
  const subject = analysis.subject || topic;
  if (subject === '' || asksForValue(question)) return 0;
  const start = text.slice(0, DEFINED_WITHIN);
  const sentences = splitSentences(start).map((range) => start.slice(range.start, range.end));
  const isDefined = (name: string): boolean => sentences.some((sentence) => defines(sentence, name));
  const [, called = ''] = ASKS_WHAT_IS.exec(heading.toLowerCase()) ?? [];
  if (isSameName(called, subject) || isDefined(subject)) return 1;
  // "What is Docker Swarm?" does not ask what Docker is.
  if (called.startsWith(`${subject} `) && contentTokens(subject).size > 1) return 0.5;
  return !asksForCertainThing(question) && isDefined(subject.split(' ').at(-1)!) ? 0.7 : 0;
}

/** A name that only code has, such as `maxAge`, `MAX_AGE` and `_data`. */
const CODE_NAME = /(?<![\p{L}\p{N}_])(?:_|\p{L}[\p{L}\p{N}]*_|\p{Ll}[\p{L}\p{N}]*(?<=\p{Ll})\p{Lu})[\p{L}\p{N}_]+/gu;

/** True if an item or row begins with a name of code in the question, alone or behind the names of what it belongs to, and says more. */
function hasEntry({ text, spans }: Chunk, question: string): boolean {
  const names: readonly string[] = question.match(CODE_NAME) ?? [];
  if (names.length === 0) return false;
  return spans.some(({ kind, start, end }) => {
    if (kind !== 'item' && kind !== 'row') return false;
    const [first = '', rest = ''] = text.slice(start, end).split(/(?<=[\p{L}\p{N}_])(?![\p{L}\p{N}_.])(.*)/su);
    return rest.trim() !== '' && names.includes(first.split(/[^\p{L}\p{N}_]/u).at(-1)!);
  });
}

/** True if an item or row begins with each of the things compared and says more of it. */
function hasSides({ text, spans }: Chunk, { compared }: QuestionAnalysis): boolean {
  if (compared.length === 0) return false;
  const entries = spans
    .filter(({ kind }) => kind === 'item' || kind === 'row')
    .map(({ start, end }) => tokenize(text.slice(start, end)));
  const isEntry = (side: readonly string[]): boolean =>
    entries.some(
      (entry) =>
        entry.length >= side.length + SAYS_MORE &&
        side.every((token) => entry.indexOf(token) >= 0 && entry.indexOf(token) <= side.length),
    );
  return compared.every((side) => isEntry(tokenize(side)));
}

function countListed({ spans }: Chunk): number {
  return spans.filter(({ kind }) => kind === 'item' || kind === 'row').length;
}

function codeShare({ spans }: Chunk): number {
  let all = 0;
  let code = 0;
  for (const { kind, start, end } of spans) {
    all += end - start;
    if (kind === 'code') code += end - start;
  }
  return all === 0 ? 0 : code / all;
}
