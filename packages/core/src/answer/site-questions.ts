/**
 * The questions that anyone asks first: what the site is about, how to begin, how to install it. Their words stand on every page, so what tells
 * the right one is its title and how near it stands to the top of the site.
 */
import { analyseQuestion } from '../question/analyse-question.ts';
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import { unitsOf } from '../excerpt/units.ts';
import { pathKey } from '../url/path-key.ts';
import { isNoAnswer } from '../retrieve/is-no-answer.ts';
import type { Evidence, Passage } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';

/** A word with a lower idf stands in about every sixth passage: the site is about it. */
const COMMON = 1.8;
/** Passages at the beginning of a page, and sentences at the beginning of a passage, that may introduce a subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 10;
/** Passages before it may be too short to open a page. */
const LAST_OPENING = 3;
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
  asked: 'get steps new beginner newcomer use quick',
  named: 'started begin quickstart first',
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
/** "Why Pump?", "why should I use Pump?", and headings of the kind. */
const ASKS_WHY =
  /^why\b(?: (?:should|would|do|does|to|i|we|you|one|people|use|using|choose|need|pick))* ([^?]{2,40}?)(?: matters)?[?\s]*$/iu;
const WHAT_IS_THIS = /^(?:so |and |ok |hi |hello )*(?:what(?:'s| is| does) (?:this|it|the)|who is (?:this|it) for)\b/iu;
const FEWEST_TOKENS = 12;
const LONGEST_LEAD_IN = 24;

const SAYS_IT = 5;
/** On a page about something else: less than an introduction that says it in other words. */
const SAYS_IN_PASSING = 1.7;
/** The home page under the site's name: less than a page that is called its introduction. */
const IS_CALLED_SO = 1.9;

/** A page whose title names what the site is not about: less than the opening of the site's top page. */
const OF_SOMETHING_ELSE = 0.4;

/** Between the scores of what answers a question about the whole site. */
const STEP = 0.5;

export interface SiteQuestion extends Pick<Theme, 'asked' | 'named' | 'instead'> {
  /** What to search besides. */
  readonly text: string;
  /** What a definition is asked of, lower case; `''` where none is asked. */
  readonly subject: string;
  /** Tokens of the question where they name what it is about, as in "How do I install Pump?"; else empty. */
  readonly names: readonly string[];
  /** It is asked what the site is, and not how to begin with what it is about. */
  readonly isAbout: boolean;
  /** A heading that asks this of the subject is answered by its section. */
  readonly asks: RegExp;
}

/** What a question asks about the whole site; `undefined` where it asks about something that tells its pages apart. */
export function siteQuestion(text: string, evidence: Pick<Evidence, 'idf' | 'unknownIdf'>): SiteQuestion | undefined {
  const why = ASKS_WHY.exec(text)?.[1]?.toLowerCase();
  const subject = why ?? analyseQuestion(text).subject;
  const isCommon = (token: string): boolean => (evidence.idf.get(token) ?? evidence.unknownIdf) < COMMON;
  const about = tokenize(subject);
  const tokens = tokenize(text);
  const asked = (one: Theme): boolean =>
    tokens.every((token) => one.asked.has(token) || isCommon(token)) && tokens.some((token) => one.named.has(token));
  if (about.length > 0 && about.every(isCommon)) return questionOf(ABOUT, subject);
  if (WHAT_IS_THIS.test(text) && tokens.every((token) => ABOUT.asked.has(token))) return questionOf(ABOUT);
  const found = [INSTALL, START].find(asked);
  return found === undefined ? undefined : questionOf(found);

  function questionOf({ search, ...words }: Theme, of = ''): SiteQuestion {
    const asks = why === undefined ? ASKS : ASKS_WHY;
    const names = of === '' && tokens.some((token) => !words.asked.has(token)) ? tokens : [];
    return { ...words, names, text: `${of} ${search}`.trim(), subject: of, isAbout: words.asked === ABOUT.asked, asks };
  }
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
  const site: Site = { isTop: top, onMost: onMostOf(ranked), openings: openingsOf(ranked, question) };
  const worth = new Map(ranked.map((hit) => [hit, worthOf(hit.chunk, question, site)]));
  const isCalled = ({ chunk: { heading } }: Hit): boolean =>
    heading.split(' ').length === question.subject.split(' ').length &&
    isSame(tokenize(heading), tokenize(question.subject));
  // A subject with a section of its own is not what the site is about, as often as its pages name it; but a site may have its name above its home page, or each page.
  if (
    question.subject !== '' &&
    Math.max(0, ...worth.values()) < SAYS_IT &&
    !isTitleOfMost(ranked, question.subject) &&
    ranked.some(isCalled) &&
    !ranked.some(({ chunk: { url, title } }) => top(url) && isSame(tokenize(title), tokenize(question.subject)))
  )
    return { hits, worth: 0 };
  const first = ranked.filter((hit) => worth.get(hit)! > 0);
  first.sort(
    (a, b) => worth.get(b)! - worth.get(a)! || farness(a, question) - farness(b, question) || b.score - a.score,
  );
  // Scores stay in order, and far apart: the first answers alone.
  const raised = first.map((hit, place) => ({ ...hit, score: best + (first.length - place) * STEP }));
  const answered = worth.get(first[0]!) ?? 0;
  return { hits: [...raised, ...ranked.filter((hit) => worth.get(hit) === 0)], worth: answered };
}

/** What the found passages tell about their site. */
interface Site {
  readonly isTop: (url: string) => boolean;
  /** Words that stand in at least half of the passages, the site's own name among them. */
  readonly onMost: ReadonlySet<string>;
  /** Ids of the first passages of pages that say something. */
  readonly openings: ReadonlySet<string>;
}

/** A passage with few words and without code only points elsewhere. */
function isThin(chunk: Chunk): boolean {
  return chunk.tokens < FEWEST_TOKENS && !hasCode(chunk);
}

function hasCode({ spans }: Chunk): boolean {
  return spans.some(({ kind }) => kind === 'code');
}

/** Where something is to be installed, what is typed stands below a line that only says that there are several ways. */
function openingsOf(hits: readonly Hit[], { asked }: SiteQuestion): ReadonlySet<string> {
  const first = new Map<string, Chunk>();
  const leadsIn = (chunk: Chunk): boolean =>
    asked === INSTALL.asked && chunk.tokens < LONGEST_LEAD_IN && !hasCode(chunk);
  const rank = (chunk: Chunk): number => chunk.indexInPage + (leadsIn(chunk) ? LAST_OPENING + 1 : 0);
  for (const { chunk } of hits) {
    if (chunk.indexInPage > LAST_OPENING || isThin(chunk)) continue;
    const before = first.get(chunk.url);
    if (before === undefined || rank(chunk) < rank(before)) first.set(chunk.url, chunk);
  }
  return new Set([...first.values()].map(({ id }) => id));
}

/** How well a passage answers; 0 for passages that do not. What a heading asks or a text says counts more than what its page is called. */
function worthOf(chunk: Chunk, asking: SiteQuestion, { isTop, onMost, openings }: Site): number {
  const isHome = isTop(chunk.url);
  const question = { ...asking, subject: asking.subject || nameOf(chunk, asking, onMost, isHome) };
  const { subject, names, asked, named } = question;
  const opensPage = openings.has(chunk.id);
  const isCalled = (text: string): boolean =>
    isOnly(text, asked, onMost) && tokenize(text).some((token) => named.has(token));
  // A list of links answers where the whole page is called so.
  if (isNoAnswer(chunk)) return subject === '' && opensPage && isCalled(chunk.title) ? 3.5 : 0;
  const about = new Set(tokenize(subject));
  const isOwn = isHome || isOnly(chunk.title, asked, named, question.instead, onMost, about);
  if (subject !== '') {
    if (chunk.indexInSection === 0 && asksOf(chunk.heading, question)) return 6;
    if (opensPage && asksOf(chunk.title, question)) return 6;
    if (chunk.indexInPage < FIRST_PASSAGES && saysWhat(chunk, subject))
      return isHome || isOnly(chunk.title, named, question.instead, about) ? SAYS_IT : SAYS_IN_PASSING;
    if (opensPage && isHome && isOnly(chunk.title, about, asked)) return asking.subject === '' ? 6 : IS_CALLED_SO;
  }
  if (isThin(chunk)) return 0;
  if (names.length > 0 && chunk.indexInSection === 0 && isSame(tokenize(chunk.heading), names)) return SAYS_IT;
  const worth = worthOfNames(chunk, question, { isHome, opensPage, isCalled });
  return isOwn ? worth : Math.min(worth, OF_SOMETHING_ELSE);
}

/** "this" is what names the site in the title of a page that is called so, or of its home page: "pump" of "Welcome to Pump". */
function nameOf(
  { title }: Chunk,
  { isAbout, asked }: SiteQuestion,
  onMost: ReadonlySet<string>,
  isHome: boolean,
): string {
  const words = title.toLowerCase().replaceAll(/[?!]/gu, '').split(/\s+/u);
  const own = words.filter((word) => tokenize(word).some((token) => !asked.has(token)));
  const name = own.filter((word) => isOnly(word, onMost));
  return isAbout && (isHome || name.length === own.length) ? name.join(' ') : '';
}

interface Named {
  readonly isHome: boolean;
  readonly opensPage: boolean;
  /** Whether a text consists of words of the question and of the site alone. */
  readonly isCalled: (text: string) => boolean;
}

/** How well a passage answers by what it, its section and its page are called. */
function worthOfNames(
  chunk: Chunk,
  { subject, asked, named, instead, isAbout }: SiteQuestion,
  { isHome, opensPage, isCalled }: Named,
): number {
  const opensSection = chunk.indexInSection === 0;
  const slug = chunk.url.slice(chunk.url.lastIndexOf('/'));
  const title = contentTokens(`${chunk.title} ${slug}`);
  if (subject === '') {
    const heading = contentTokens(chunk.heading);
    if (opensPage && (isCalled(chunk.title) || isCalled(slug))) return 6;
    if (isAbout && isHome && chunk.indexInPage < FIRST_PASSAGES && SAYS_WHAT_THIS_IS.test(chunk.text)) return 5;
    if (opensSection && isHome && !heading.isDisjointFrom(named)) return 4;
    if (opensSection && isCalled(chunk.heading)) return 3;
    if (opensPage && !title.isDisjointFrom(named)) return 3;
    if (opensSection && isHome && !heading.isDisjointFrom(instead)) return 2;
  }
  // What is typed to install something stands below the opening of such pages.
  const isTyped = asked === INSTALL.asked && hasCode(chunk);
  if (isTyped && (!title.isDisjointFrom(named) || !title.isDisjointFrom(instead))) return 1.5;
  if (!opensPage) return 0;
  if (!title.isDisjointFrom(named)) return 2;
  if (!title.isDisjointFrom(instead)) return 1;
  return isHome ? 0.5 : 0;
}

/** "Why Pump?" of a question why, "What is Pump?" of one what; without other words. */
function asksOf(heading: string, { asks, asked, subject }: SiteQuestion): boolean {
  if (!asks.test(heading)) return false;
  const about = tokenize(subject);
  const rest = tokenize(heading).filter((token) => !asked.has(token) || about.includes(token));
  return isSame(rest, about);
}

function isOnly(text: string, ...words: readonly ReadonlySet<string>[]): boolean {
  return tokenize(text).every((token) => words.some((some) => some.has(token)));
}

/** Words that stand in at least half of the passages, the site's own name among them. */
function onMostOf(hits: readonly Hit[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { chunk } of hits) {
    const { body, path } = readChunk(chunk);
    for (const token of new Set([...body, ...path])) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count * 2 >= hits.length).map(([token]) => token));
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

/** Paths of the pages whose title asks the question. */
export function titledSo(question: SiteQuestion, hits: readonly Hit[]): readonly string[] {
  const titled = hits.filter(({ chunk }) => question.subject !== '' && asksOf(chunk.title, question));
  return [...new Set(titled.map(({ chunk }) => pathKey(chunk.url)))];
}

/** How far a page stands from the site's top; half a step less in a folder of first steps, as in `/getting-started/installation`. */
function farness({ chunk: { url } }: Hit, { instead }: SiteQuestion): number {
  const segments = pathKey(url).split('/').filter(Boolean);
  const folders = contentTokens(segments.slice(0, -1).join(' '));
  return segments.length + (folders.isDisjointFrom(instead) ? 1 : 0.5);
}
