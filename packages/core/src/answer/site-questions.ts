/**
 * The questions that anyone asks first: what the site is about, how to begin, how to install it. Their words stand on every page, so what tells
 * the right one is its title and how near it stands to the top of the site.
 */
import { analyseQuestion } from '../question/analyse-question.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { unitsOf } from '../excerpt/units.ts';
import { isNoAnswer } from '../retrieve/is-no-answer.ts';
import type { Evidence, Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';

/** A word with a lower idf stands in about every sixth passage: the site is about it. */
const COMMON = 1.8;
/** Passages at the beginning of a page, and sentences at the beginning of a passage, that may introduce a subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 10;
const LONGEST_OPENING = 300;
const NEAR_START = 24;
const WHAT =
  /^\W*(?:\([^)]*\)\W*)?(?:is|are|was|were) (?:(?:an?|the|one|our|your|built|designed|made)\b|[\p{L}-]+(?: [\p{L}-]+){0,3} (?:that|which|used)\b)/u;

/** What is asked about the site, and what pages and sections are called that answer it. */
interface Theme {
  /** Words of questions, besides those that stand on every page. */
  readonly asked: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** What else may answer where nothing is called so. */
  readonly instead: ReadonlySet<string>;
  /** What to search besides. */
  readonly search: string;
}

function theme({ asked, named, instead = '' }: { asked: string; named: string; instead?: string }): Theme {
  return {
    asked: contentTokens(`${asked} ${named}`),
    named: contentTokens(named),
    instead: contentTokens(instead),
    search: `${named} ${instead}`,
  };
}

const ABOUT = theme({
  asked: 'book site website project course textbook guide documentation docs library framework tool product learn',
  named: 'introduction overview welcome',
  instead: 'getting started',
});
const START = theme({
  asked: 'get first steps new beginner newcomer use quick',
  named: 'started begin quickstart',
  instead: 'introduction installation setup requirements prerequisites tutorial welcome overview',
});
const INSTALL = theme({
  asked: 'get download add set up setup',
  named: 'installation',
  instead: 'quickstart quick start getting started',
});

const SAYS_WHAT_THIS_IS =
  /^(?:.{0,200}[.!?]\s)?(?:this|the|our) (?:\S+ ){0,2}(?:book|site|website|project|course|textbook|guide|documentation|docs|handbook|manual|tutorial) (?:is|are|teaches|covers|explains|shows|describes|introduces|contains|provides|helps|will)\b/isu;

/** "What is Pump?", not "What Pump is not". */
const ASKS = /^what\b(?!.*\bnot\b)/iu;
const WHAT_IS_THIS = /^(?:so |and |ok |hi |hello )*(?:what(?:'s| is| does) (?:this|it|the)|who is (?:this|it) for)\b/iu;
/** A passage with fewer tokens and without code only points elsewhere. */
const FEWEST_TOKENS = 12;

const SAYS_IT = 5;
/** On a page about something else: less than an introduction that says it in other words. */
const SAYS_IN_PASSING = 1.7;

/** Between the scores of what answers a question about the whole site. */
const STEP = 0.5;

export interface SiteQuestion extends Pick<Theme, 'asked' | 'named' | 'instead'> {
  /** What to search besides. */
  readonly text: string;
  /** What a definition is asked of, lower case; `''` where none is asked. */
  readonly subject: string;
  /** It is asked what the site is, and not how to begin with what it is about. */
  readonly isAbout: boolean;
}

/** What a question asks about the whole site; `undefined` where it asks about something that tells its pages apart. */
export function siteQuestion(text: string, evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): SiteQuestion | undefined {
  const { subject } = analyseQuestion(text);
  const isCommon = (token: string): boolean => (evidence.idf.get(token) ?? evidence.unknownIdf) < COMMON;
  const about = tokenize(subject);
  const tokens = tokenize(text);
  const asks = ({ asked, named }: Theme): boolean =>
    tokens.every((token) => asked.has(token) || isCommon(token)) && tokens.some((token) => named.has(token));
  if (about.length > 0 && about.every(isCommon)) return questionOf(ABOUT, subject);
  if (WHAT_IS_THIS.test(text) && tokens.length > 0 && tokens.every((token) => ABOUT.asked.has(token)))
    return questionOf(ABOUT);
  const found = [INSTALL, START].find(asks);
  return found === undefined ? undefined : questionOf(found);
}

function questionOf(asked: Theme, subject = ''): SiteQuestion {
  const { search, ...words } = asked;
  return { ...words, text: `${subject} ${search}`.trim(), subject, isAbout: asked === ABOUT };
}

/**
 * The hits, first those that answer a question about the whole site best by what they are called or say, nearest to the site's top before
 * others. `top` tells the pages at the very top. `worth` is how well the first answers, 0 to 6; up to 1 it is only a place to begin.
 */
export function siteAnswersFirst(
  question: SiteQuestion,
  hits: readonly Hit[],
  further: readonly Hit[],
  top: (url: string) => boolean,
): { readonly hits: readonly Hit[]; readonly worth: number } {
  const all = new Map([...further, ...hits].map((hit) => [hit.chunk.id, hit]));
  const ranked = [...all.values()].sort((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  const worth = new Map(ranked.map((hit) => [hit, worthOf(hit.chunk, question, top(hit.chunk.url))]));
  const isCalled = ({ chunk: { heading } }: Hit): boolean =>
    heading.split(' ').length === question.subject.split(' ').length &&
    isSame(tokenize(heading), tokenize(question.subject));
  // A subject with a section of its own is not what the site is about, as often as its pages name it; but a site may have its name above each page.
  if (
    question.subject !== '' &&
    Math.max(0, ...worth.values()) < SAYS_IT &&
    !isTitleOfMost(ranked, question.subject) &&
    ranked.some(isCalled)
  )
    return { hits, worth: 0 };
  const first = ranked.filter((hit) => worth.get(hit)! > 0);
  first.sort((a, b) => worth.get(b)! - worth.get(a)! || depth(a) - depth(b) || b.score - a.score);
  // Scores stay in order, and far apart: the first answers alone.
  const raised = first.map((hit, place) => ({ ...hit, score: best + (first.length - place) * STEP }));
  const answered = worth.get(first[0]!) ?? 0;
  return { hits: [...raised, ...ranked.filter((hit) => worth.get(hit) === 0)], worth: answered };
}

/** How well a passage answers; 0 for passages that do not. What a heading asks or a text says counts more than what its page is called. */
function worthOf(chunk: Chunk, question: SiteQuestion, isTop: boolean): number {
  if (isNoAnswer(chunk)) return 0;
  const { subject, asked, named, instead } = question;
  const opensSection = chunk.indexInSection === 0;
  const opensPage = chunk.indexInPage === 0;
  const isOpening = chunk.indexInPage < FIRST_PASSAGES;
  if (subject !== '') {
    if (opensSection && ASKS.test(chunk.heading) && isSame(tokenize(chunk.heading), tokenize(subject))) return 6;
    const isIntroduction = isTop || isOnly(chunk.title, [...named, ...instead, ...contentTokens(subject)]);
    if (isOpening && saysWhat(chunk, subject)) return isIntroduction ? SAYS_IT : SAYS_IN_PASSING;
  }
  if (chunk.tokens < FEWEST_TOKENS && !chunk.spans.some(({ kind }) => kind === 'code')) return 0;
  const slug = chunk.url.slice(chunk.url.lastIndexOf('/'));
  const title = contentTokens(`${chunk.title} ${slug}`);
  if (subject === '') {
    const isCalled = (text: string): boolean => {
      const tokens = tokenize(text);
      return tokens.every((token) => asked.has(token)) && tokens.some((token) => named.has(token));
    };
    const heading = contentTokens(chunk.heading);
    if (opensPage && (isCalled(chunk.title) || isCalled(slug))) return 6;
    if (question.isAbout && isTop && isOpening && SAYS_WHAT_THIS_IS.test(chunk.text)) return 5;
    if (opensSection && isTop && !heading.isDisjointFrom(named)) return 4;
    if (opensSection && isCalled(chunk.heading)) return 3;
    if (opensPage && !title.isDisjointFrom(named)) return 3;
    if (opensSection && isTop && !heading.isDisjointFrom(instead)) return 2;
  }
  // What is typed to install something stands below the opening of such pages.
  const isInstalled = asked === INSTALL.asked && chunk.spans.some(({ kind }) => kind === 'code');
  if (isInstalled && !title.isDisjointFrom(instead)) return 1.5;
  if (!opensPage) return 0;
  if (!title.isDisjointFrom(named)) return 2;
  if (!title.isDisjointFrom(instead)) return 1;
  return isTop ? 0.5 : 0;
}

function isOnly(title: string, tokens: readonly string[]): boolean {
  return tokenize(title).every((token) => tokens.includes(token));
}

function isTitleOfMost(hits: readonly Hit[], subject: string): boolean {
  const titles = new Map(hits.map(({ chunk }) => [chunk.url, chunk.title]));
  const called = [...titles.values()].filter((title) => isSame(tokenize(title), tokenize(subject)));
  return called.length * 2 > titles.size;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((token) => other.includes(token)) && other.every((token) => one.includes(token));
}

/** "X is a …", near the beginning of one of the first sentences. */
function saysWhat(chunk: Chunk, subject: string): boolean {
  const passage: Passage = { label: '', chunk, score: 0, similarity: 0 };
  const sentences = unitsOf(passage, 0).filter(({ kind }) => kind === 'sentence');
  return sentences.slice(0, FIRST_SENTENCES).some(({ text }) => {
    const lower = text.slice(0, LONGEST_OPENING).toLowerCase();
    const place = lower.indexOf(subject);
    return place >= 0 && place <= NEAR_START && WHAT.test(lower.slice(place + subject.length));
  });
}

/** How far a page stands from the site's top. */
function depth({ chunk }: Hit): number {
  return chunk.url.split('/').length;
}
