/**
 * Handles common questions about a whole site: what it is about, how to begin, how to install it. Their words are on every page, so the
 * right page is recognised by its title and how near it is to the top of the site.
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

/** A word with a lower idf is in about every sixth passage or more, so it is a topic of the whole site. */
const COMMON = 1.8;
/** How many passages at the start of a page, and sentences at the start of a passage, may introduce a subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 10;
/** Last position of a passage that can open a page, if earlier ones are too short. */
const LAST_OPENING = 3;
const LONGEST_OPENING = 300;
const NEAR_START = 24;
const WHAT =
  /^\W*(?:\([^)]*\)\W*)?(?:is|are|was|were) (?:(?:an?|the|one|our|your|built|designed|made)\b|[\p{L}-]+(?: [\p{L}-]+){0,3} (?:that|which|used)\b)/u;

/** A kind of question about the site, with the words in titles of pages and sections that answer it. */
interface Theme {
  /** Words that such questions may contain in addition to words found on every page. */
  readonly asked: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  /** Words in titles of second choice, if no title matches `named`. */
  readonly instead: ReadonlySet<string>;
  /** Words to search for in addition to the question. */
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

/** Matches "What is Pump?", not "What Pump is not". */
const ASKS = /^what\b(?!.*\bnot\b)/iu;
/** Matches "Why Pump?", "why should I use Pump?", and similar headings. */
const ASKS_WHY =
  /^why\b(?: (?:should|would|do|does|to|i|we|you|one|people|use|using|choose|need|pick))* ([^?]{2,40}?)(?: matters)?[?\s]*$/iu;
const WHAT_IS_THIS = /^(?:so |and |ok |hi |hello )*(?:what(?:'s| is| does) (?:this|it|the)|who is (?:this|it) for)\b/iu;
const FEWEST_TOKENS = 12;
const LONGEST_LEAD_IN = 24;

const SAYS_IT = 5;
/** Worth of a definition on a page about something else: less than an introduction in other words. */
const SAYS_IN_PASSING = 1.7;
/** Worth of the home page if its title is the site's name: less than a page titled as its introduction. */
const IS_CALLED_SO = 1.9;

/** Worth of a page whose title names another subject: less than the first passage of the site's top page. */
const OF_SOMETHING_ELSE = 0.4;

/** Difference between the scores of passages that answer a question about the whole site. */
const STEP = 0.5;

export interface SiteQuestion extends Pick<Theme, 'asked' | 'named' | 'instead'> {
  /** Text to search for in addition to the question. */
  readonly text: string;
  /** Subject of a question for a definition, lower case; `''` if none is asked. */
  readonly subject: string;
  /** Tokens of a question that names what it is about, such as "How do I install Pump?"; else empty. */
  readonly names: readonly string[];
  /** True if the question is about the site itself, not about how to begin or install. */
  readonly isAbout: boolean;
  /** Matches headings that ask the same question; their sections answer it. */
  readonly asks: RegExp;
}

/** Analyses a question about the whole site; `undefined` if it is about something that distinguishes its pages. */
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
 * Moves hits that answer a question about the whole site to the front: best title or text first, then nearest to the site's top. `top`
 * returns true for pages at the very top. `worth` rates the first hit, 0 to 6; up to 1 it is only a place to begin.
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
  const about = tokenize(question.subject);
  const isCalled = ({ chunk: { heading } }: Hit): boolean =>
    heading.split(' ').length === question.subject.split(' ').length && isSame(tokenize(heading), about);
  // A subject with its own section is not the site itself, however often its pages name it, and neither is one that no page defines and that
  // is not in the site's address or the title of its home page. Exception: sites whose name is the title of the home page or of most pages.
  const titles = ranked.filter(({ chunk: { url } }) => top(url)).map(({ chunk: { title } }) => tokenize(title));
  const isNamed =
    [...worth.values()].includes(SAYS_IN_PASSING) ||
    isInAddress(question.subject, ranked, top) ||
    titles.some((title) => about.every((token) => title.includes(token)));
  if (
    question.subject !== '' &&
    Math.max(0, ...worth.values()) < SAYS_IT &&
    !isTitleOfMost(ranked, question.subject) &&
    (!isNamed || (ranked.some(isCalled) && !titles.some((title) => isSame(title, about))))
  )
    return { hits, worth: 0 };
  const first = ranked.filter((hit) => worth.get(hit)! > 0);
  first.sort(
    (a, b) => worth.get(b)! - worth.get(a)! || farness(a, question) - farness(b, question) || b.score - a.score,
  );
  // Scores stay in order with large gaps, so that only the first hit answers.
  const raised = first.map((hit, place) => ({ ...hit, score: best + (first.length - place) * STEP }));
  const answered = worth.get(first[0]!) ?? 0;
  return { hits: [...raised, ...ranked.filter((hit) => worth.get(hit) === 0)], worth: answered };
}

/** Facts about the site, from the passages found. */
interface Site {
  readonly isTop: (url: string) => boolean;
  /** Words in at least half of the passages, including the site's own name. */
  readonly onMost: ReadonlySet<string>;
  /** Ids of the first passage with content of each page. */
  readonly openings: ReadonlySet<string>;
}

/** Returns true for a passage with few words and no code; it only links elsewhere. */
function isThin(chunk: Chunk): boolean {
  return chunk.tokens < FEWEST_TOKENS && !hasCode(chunk);
}

function hasCode({ spans }: Chunk): boolean {
  return spans.some(({ kind }) => kind === 'code');
}

/**
 * First passage with content of each page. For installation, a short line without code only lists several ways, so later passages are
 * preferred.
 */
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

/**
 * Rates how well a passage answers; 0 if it does not. The question in a heading or a definition in the text counts more than the title of
 * the page.
 */
function worthOf(chunk: Chunk, asking: SiteQuestion, { isTop, onMost, openings }: Site): number {
  const isHome = isTop(chunk.url);
  const question = { ...asking, subject: asking.subject || nameOf(chunk, asking, onMost, isHome) };
  const { subject, names, asked, named } = question;
  const opensPage = openings.has(chunk.id);
  const isCalled = (text: string): boolean =>
    isOnly(text, asked, onMost) && tokenize(text).some((token) => named.has(token));
  // A list of links answers only if the whole page has such a title.
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

/** Resolves "this" to the site's name in the title of an introduction or of the home page: "pump" in "Welcome to Pump". */
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
  /** Returns true if a text has only words of the question and of the site. */
  readonly isCalled: (text: string) => boolean;
}

/** Rates a passage by the titles of its page and section. */
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
  // On such pages, the command to install something is below the first passage.
  const isTyped = asked === INSTALL.asked && hasCode(chunk);
  if (isTyped && (!title.isDisjointFrom(named) || !title.isDisjointFrom(instead))) return 1.5;
  if (!opensPage) return 0;
  if (!title.isDisjointFrom(named)) return 2;
  if (!title.isDisjointFrom(instead)) return 1;
  return isHome ? 0.5 : 0;
}

/** Returns true if a heading is this question without other words: "Why Pump?" for why, "What is Pump?" for what. */
function asksOf(heading: string, { asks, asked, subject }: SiteQuestion): boolean {
  if (!asks.test(heading)) return false;
  const about = tokenize(subject);
  const rest = tokenize(heading).filter((token) => !asked.has(token) || about.includes(token));
  return isSame(rest, about);
}

function isOnly(text: string, ...words: readonly ReadonlySet<string>[]): boolean {
  return tokenize(text).every((token) => words.some((some) => some.has(token)));
}

function onMostOf(hits: readonly Hit[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { chunk } of hits) {
    const { body, path } = readChunk(chunk);
    for (const token of new Set([...body, ...path])) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count * 2 >= hits.length).map(([token]) => token));
}

/** True if the host, without its last label, or the address of a top page has every word of the subject. */
function isInAddress(subject: string, hits: readonly Hit[], top: (url: string) => boolean): boolean {
  const words = subject.split(' ').filter((word) => tokenize(word).length > 0);
  return hits.some(({ chunk: { url } }) => {
    const [, host = '', path = ''] = /^https?:\/\/([^/:]*)\.[^/]*(.*)$/u.exec(url) ?? [];
    const address = `${host}${top(url) ? path : ''}`.toLowerCase();
    return words.length > 0 && words.every((word) => address.includes(word));
  });
}

function isTitleOfMost(hits: readonly Hit[], subject: string): boolean {
  const titles = new Map(hits.map(({ chunk }) => [chunk.url, chunk.title]));
  const called = [...titles.values()].filter((title) => isSame(tokenize(title), tokenize(subject)));
  return called.length * 2 > titles.size;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((token) => other.includes(token)) && other.every((token) => one.includes(token));
}

/** Returns true if one of the first sentences has "X is a …" near its start. */
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

/** Distance of a page from the site's top; half a step less in a folder of first steps, such as `/getting-started/installation`. */
function farness({ chunk: { url } }: Hit, { instead }: SiteQuestion): number {
  const segments = pathKey(url).split('/').filter(Boolean);
  const folders = contentTokens(segments.slice(0, -1).join(' '));
  return segments.length + (folders.isDisjointFrom(instead) ? 1 : 0.5);
}
