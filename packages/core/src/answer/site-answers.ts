/** Ranks the passages that answer a question about the whole site by the titles of their pages and how near these are to the site's top. */
import { contentTokens, tokenize } from '../text/tokenize.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import { defines } from '../question/defines.ts';
import { unitsOf } from '../excerpt/units.ts';
import { pathKey } from '../url/path-key.ts';
import { isNoAnswer } from '../retrieve/is-no-answer.ts';
import { isOfChanges, isOfTheProject } from '../retrieve/section-features.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Hit } from '../types/hit.ts';
import { ASKS_WHY, INSTALL, NEEDS, OF_THEMES, type SiteQuestion } from './site-question.ts';

/** How many passages at the start of a page, and sentences at the start of a passage, may introduce a subject. */
const FIRST_PASSAGES = 2;
const FIRST_SENTENCES = 10;
/** Last position of a passage that can open a page, if earlier ones are too short. */
const LAST_OPENING = 3;

const FEWEST_TOKENS = 12;
const LONGEST_LEAD_IN = 48;

/** Matches titles of commands and options, such as "pnpm start" and "update", which are not written as titles of other pages. */
const IDENTIFIER = /^[^\p{Lu}\p{Lo}]+$/u;
const VERSION = /^v?\d+(?:\.|$)/u;

/** Worth of a passage, best first. Only the order counts. */
const WORTH = {
  /** The heading is the question. */
  isAsked: 15,
  /** The heading asks for the subject and the text defines it, or the page is called as the question says. */
  isCalledSo: 14,
  /** A page about the site begins with a definition of the subject, or the heading is what the question names. */
  saysIt: 13,
  /** The heading asks for the subject, but the text does not define it. */
  asksOnly: 12,
  /** A heading of the home page has a word of the theme. */
  namesAtHome: 11,
  /** A list of links; its page is called as the question says. */
  lists: 10,
  /** The heading is called as the question says, or the title of the page has a word of the theme. */
  names: 9,
  /** A heading of the home page has a word of second choice, one begins with a word of the theme, or the title of a page about the subject has one. */
  nearlyNames: 8,
  /** The home page, if its title is the site's name: a page titled as an introduction is better. */
  isHomeOfSubject: 7,
  /** A definition on a page about something else: an introduction in other words is better. */
  saysInPassing: 6,
  /** Has code, on a page titled as one that tells how to install. */
  isTyped: 5,
  /** A section is called as the question could be, such as "Contributing" for the report of a bug, on any page. */
  isCalledInstead: 4,
  /** The title of the page has a word of second choice. It and what comes below are only places to begin. */
  isPlaceToBegin: 3,
  isHome: 2,
  /** The title of the page names another subject: the home page is better. */
  isOfSomethingElse: 1,
  none: 0,
} as const;

const FAQ = contentTokens('FAQ frequently asked questions');
const CONTRIBUTING = contentTokens('contributing');
const UPGRADE = tokenize('upgrade')[0]!;

/** Difference between the scores of passages that answer a question about the whole site. */
const STEP = 0.5;

export interface SiteAnswers {
  readonly hits: readonly Hit[];
  /** `Evidence.answersSite` */
  readonly answersSite?: boolean;
}

/**
 * Moves hits that answer a question about the whole site to the front: best title or text first, then nearest to the site's top. `top`
 * returns true for pages at the very top.
 */
export function siteAnswersFirst(
  question: SiteQuestion,
  hits: readonly Hit[],
  further: readonly Hit[],
  top: (url: string) => boolean,
): SiteAnswers {
  const all = new Map([...further, ...hits].map((hit) => [hit.chunk.id, hit]));
  const ranked = [...all.values()].sort((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  const about = tokenize(question.subject);
  const isCalled = ({ chunk: { heading } }: Hit): boolean =>
    heading.split(' ').length === question.subject.split(' ').length && isSame(tokenize(heading), about);
  // A subject with its own section is not the site itself, however often its pages name it, and neither is one that no page defines and that
  // is not in the site's address or the title of its home page. Exception: sites whose name is the title of the home page.
  const titles = ranked.filter(({ chunk: { url } }) => top(url)).map(({ chunk: { title } }) => tokenize(title));
  const addresses = [...new Set(ranked.map(({ chunk: { url } }) => addressOf(url, top)))];
  const isOfSite = (words: readonly string[], tokens: readonly string[]): boolean =>
    isInAddress(words, addresses) || titles.some((title) => tokens.every((token) => title.includes(token)));
  const named = question.names.filter((token) => !question.asked.has(token));
  if (question.isStrict && named.length > 0 && !isOfSite(named, named)) return { hits };
  const site: Site = {
    isTop: top,
    onMost: onMostOf(ranked),
    openings: openingsOf(ranked, question),
    namesSite: (token) => isOfSite([token], [token]),
  };
  const worth = new Map(ranked.map((hit) => [hit, worthOf(hit.chunk, question, site)]));
  const isNamed =
    [...worth.values()].includes(WORTH.saysInPassing) || isOfSite(question.subject.split(' ').filter(hasTokens), about);
  if (
    question.subject !== '' &&
    Math.max(0, ...worth.values()) < WORTH.saysIt &&
    (!isNamed || (ranked.some(isCalled) && !titles.some((title) => isSame(title, about))))
  )
    return { hits };
  const first = ranked.filter((hit) => worth.get(hit)! > 0);
  first.sort((a, b) => worth.get(b)! - worth.get(a)! || depthOf(a) - depthOf(b) || b.score - a.score);
  // Scores stay in order with large gaps, so that only the first hit answers.
  const raised = first.map((hit, place) => ({ ...hit, score: best + (first.length - place) * STEP }));
  const answers = (worth.get(first[0]!) ?? 0) > WORTH.isPlaceToBegin;
  return {
    hits: [...raised, ...ranked.filter((hit) => worth.get(hit) === 0)],
    ...(answers || question.isStrict ? { answersSite: answers } : {}),
  };
}

/** Facts about the site, from the passages found. */
interface Site {
  readonly isTop: (url: string) => boolean;
  /** Words in at least half of the passages, including the site's own name. */
  readonly onMost: ReadonlySet<string>;
  /** Ids of the first passage with content of each page. */
  readonly openings: ReadonlySet<string>;
  /** Returns true for a token in the site's address or the title of its home page. */
  namesSite(token: string): boolean;
}

/** Returns true for a passage with few words and no code; it only links elsewhere. */
function isShort(chunk: Chunk): boolean {
  return chunk.tokens < FEWEST_TOKENS && !hasCode(chunk);
}

function hasCode({ spans }: Chunk): boolean {
  return spans.some(({ kind }) => kind === 'code');
}

/**
 * First passage with content of each page. For installation, later passages are preferred to requirements and to a short line without
 * code, which only lists several ways.
 */
function openingsOf(hits: readonly Hit[], { asked }: SiteQuestion): ReadonlySet<string> {
  const first = new Map<string, Chunk>();
  const leadsIn = (chunk: Chunk): boolean =>
    asked === INSTALL.asked &&
    ((chunk.tokens < LONGEST_LEAD_IN && !chunk.spans.some(({ kind }) => kind === 'code' || kind === 'item')) ||
      !contentTokens(chunk.heading).isDisjointFrom(NEEDS.named));
  const rank = (chunk: Chunk): number => chunk.indexInPage + (leadsIn(chunk) ? LAST_OPENING + 1 : 0);
  for (const { chunk } of hits) {
    if (chunk.indexInPage > LAST_OPENING || isShort(chunk)) continue;
    const before = first.get(chunk.url);
    if (before === undefined || rank(chunk) < rank(before)) first.set(chunk.url, chunk);
  }
  return new Set([...first.values()].map(({ id }) => id));
}

/**
 * Rates how well a passage answers; 0 if it does not. The question in a heading or a definition in the text counts more than the title of
 * the page.
 */
function worthOf(chunk: Chunk, asking: SiteQuestion, { isTop, onMost, openings, namesSite }: Site): number {
  const isHome = isTop(chunk.url);
  const question = { ...asking, subject: asking.subject || nameOf(chunk, asking, onMost, isHome) };
  const { subject, names, asked, named, isStrict, instead } = question;
  const opensSection = chunk.indexInSection === 0;
  const opensPage = openings.has(chunk.id);
  const words = [asked, ...(isStrict ? [OF_THEMES, FAQ] : [named, instead])];
  const isCalled = (text: string): boolean =>
    !isOfCommand(chunk, text) && isOnly(text, onMost, ...words) && tokenize(text).some((token) => named.has(token));
  // A list of links answers only if the whole page has such a title.
  if (isNoAnswer(chunk)) return subject === '' && opensPage && isCalled(chunk.title) ? WORTH.lists : WORTH.none;
  const about = new Set(tokenize(subject));
  // Where each page has the site's name as its title, titles tell nothing.
  const isNameOfSite = isStrict && !titleTokens(chunk).some((token) => words.some((some) => some.has(token)));
  const ofSite = new Set(tokenize(chunk.title).filter(namesSite));
  const isOwn = isHome || (isOnly(chunk.title, onMost, ofSite, about, ...words) && !isNameOfSite);
  if (asking.subject === '' && opensSection && isRepeated(chunk.heading, question, onMost)) return WORTH.isAsked;
  if (subject !== '') {
    if (opensSection && asksOf(chunk.heading, question))
      return question.asks === ASKS_WHY || saysWhat(chunk, subject) ? WORTH.isCalledSo : WORTH.asksOnly;
    if (chunk.indexInPage < FIRST_PASSAGES && saysWhat(chunk, subject))
      return isHome || isOnly(chunk.title, named, instead, about) ? WORTH.saysIt : WORTH.saysInPassing;
    if (opensPage && isHome && isOnly(chunk.title, about, asked))
      return asking.subject === '' ? WORTH.isCalledSo : WORTH.isHomeOfSubject;
  }
  // "Bug fixes" of a release do not tell how to report one.
  if (isStrict && !named.has(UPGRADE) && isOfChanges(chunk)) return WORTH.none;
  const ofProject = isOfTheProject(chunk);
  if ((isShort(chunk) && !isStrict) || (ofProject && instead.isDisjointFrom(CONTRIBUTING))) return WORTH.none;
  if (names.length > 0 && opensSection && isSame(tokenize(chunk.heading), names)) return WORTH.saysIt;
  const worth = worthOfNames(chunk, question, { isHome, opensPage, isCalled });
  const second = isCalledInstead(chunk, question, { isOwn, opensPage }) ? WORTH.isCalledInstead : WORTH.none;
  // "Upgrading Pump" and "Getting help" are about the site on any page, "Upgrading" is not.
  const heading = tokenize(chunk.heading);
  const isOfSite =
    isStrict &&
    opensSection &&
    isCalled(chunk.heading) &&
    (heading.some((token) => !asked.has(token) && namesSite(token)) || (question.isAnywhere && heading.length > 1));
  return Math.max(second, isOwn || ofProject || isOfSite ? worth : Math.min(worth, WORTH.isOfSomethingElse));
}

/**
 * Returns true for the opening of a page whose title has only words of second choice for a strict theme, or for such a section. On a page
 * about something else, only a section about contributing counts: "Support" may be that of the something else.
 */
function isCalledInstead(
  chunk: Chunk,
  { isStrict, asked, instead, named, says }: SiteQuestion,
  { isOwn, opensPage }: { readonly isOwn: boolean; readonly opensPage: boolean },
): boolean {
  if (!isStrict || !(says ?? /^/u).test(`${chunk.title} ${chunk.text}`)) return false;
  const isInstead = (text: string, words: ReadonlySet<string>): boolean => {
    const tokens = tokenize(text);
    return (
      tokens.some((token) => words.has(token)) &&
      tokens.every((token) => words.has(token) || (asked.has(token) && !named.has(token)))
    );
  };
  const isSection =
    chunk.indexInSection === 0 && isInstead(chunk.heading, isOwn ? instead : instead.intersection(CONTRIBUTING));
  return isSection || (opensPage && isInstead(chunk.title, instead));
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
  { subject, asked, named, instead, isStrict }: SiteQuestion,
  { isHome, opensPage, isCalled }: Named,
): number {
  const opensSection = chunk.indexInSection === 0;
  const title = new Set(titleTokens(chunk));
  if (subject === '') {
    const heading = contentTokens(chunk.heading);
    if (opensPage && (isCalled(chunk.title) || isCalled(slugOf(chunk)))) return WORTH.isCalledSo;
    if (opensSection && isHome && !isStrict && !heading.isDisjointFrom(named)) return WORTH.namesAtHome;
    if (opensSection && isCalled(chunk.heading)) return WORTH.names;
    if (opensPage && !title.isDisjointFrom(named)) return WORTH.names;
    if (opensSection && isHome && !heading.isDisjointFrom(instead)) return WORTH.nearlyNames;
    const [begins = '', ...rest] = heading;
    const isNearlyCalled = named.has(begins) && rest.filter((token) => !asked.has(token)).length < 2;
    if (opensSection && isStrict && isNearlyCalled) return WORTH.nearlyNames;
  }
  // On such pages, the command to install something is below the first passage.
  const isTyped = asked === INSTALL.asked && hasCode(chunk);
  if (isTyped && (!title.isDisjointFrom(named) || !title.isDisjointFrom(instead))) return WORTH.isTyped;
  if (!opensPage) return WORTH.none;
  if (!title.isDisjointFrom(named)) return WORTH.nearlyNames;
  if (!title.isDisjointFrom(instead)) return WORTH.isPlaceToBegin;
  return isHome ? WORTH.isHome : WORTH.none;
}

function slugOf({ url }: Chunk): string {
  return url.slice(url.lastIndexOf('/'));
}

/** Tokens of the title and the last part of the address; none for the page of a command or option. */
function titleTokens(chunk: Chunk): readonly string[] {
  return isOfCommand(chunk, chunk.title) ? [] : tokenize(`${chunk.title} ${slugOf(chunk)}`);
}

/** Returns true for the title and the address of a page about a command or an option. */
function isOfCommand(chunk: Chunk, text: string): boolean {
  return (text === chunk.title || text === slugOf(chunk)) && IDENTIFIER.test(chunk.title);
}

/** Returns true if a heading asks this question, perhaps beside another one: "Is it free? What does it cost?" for "Is Pump free?". */
function isRepeated(heading: string, { typed, asked }: SiteQuestion, onMost: ReadonlySet<string>): boolean {
  const words = tokenize(typed).filter((token) => !onMost.has(token));
  const questions = heading.split('?').slice(0, -1);
  return questions.some((text) => isOnly(text, asked, onMost) && tokenize(text).some((token) => words.includes(token)));
}

/** Returns true if a heading is this question without other words: "Why Pump?" for why, "What is Pump?" for what. */
function asksOf(heading: string, { asks, asked, subject }: SiteQuestion): boolean {
  if (!asks.test(heading)) return false;
  const about = tokenize(subject);
  const rest = tokenize(heading).filter((token) => !asked.has(token) || about.includes(token));
  return isSame(rest, about);
}

/** Returns true if a text has only some words and numbers of versions. */
function isOnly(text: string, ...words: readonly ReadonlySet<string>[]): boolean {
  return tokenize(text).every((token) => VERSION.test(token) || words.some((some) => some.has(token)));
}

function onMostOf(hits: readonly Hit[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { chunk } of hits) {
    const { body, path } = readChunk(chunk);
    for (const token of new Set([...body, ...path])) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count * 2 >= hits.length).map(([token]) => token));
}

/** The host without its last label, and for a top page the rest of the address, in lower case. */
function addressOf(url: string, top: (url: string) => boolean): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/:]*)\.[^/]*(.*)$/u.exec(url) ?? [];
  return `${host}${top(url) ? path : ''}`.toLowerCase();
}

function isInAddress(words: readonly string[], addresses: readonly string[]): boolean {
  return words.length > 0 && addresses.some((address) => words.every((word) => address.includes(word)));
}

function hasTokens(word: string): boolean {
  return tokenize(word).length > 0;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.every((token) => other.includes(token)) && other.every((token) => one.includes(token));
}

/** Returns true if one of the first sentences has "X is a …" near its start. */
function saysWhat(chunk: Chunk, subject: string): boolean {
  const sentences = unitsOf({ chunk }).filter(({ kind }) => kind === 'sentence');
  return sentences.slice(0, FIRST_SENTENCES).some(({ text }) => defines(text, subject));
}

/** Paths of the pages whose title asks the question, or names its subject or theme. */
export function titledSo(question: SiteQuestion, hits: readonly Hit[]): readonly string[] {
  const { subject, asked, named, instead } = question;
  const isCalled = (title: string): boolean =>
    isOnly(title, asked, named, instead) && tokenize(title).some((token) => named.has(token));
  const about = tokenize(subject);
  const titled = hits.filter(({ chunk: { title } }) =>
    subject === '' ? isCalled(title) : asksOf(title, question) || isSame(tokenize(title), about),
  );
  return [...new Set(titled.map(({ chunk }) => pathKey(chunk.url)))];
}

function depthOf({ chunk: { url } }: Hit): number {
  return pathKey(url).split('/').length;
}
