import { splitSentences } from '../text/split-sentences.ts';
import { tokenize, tokenizeSpans } from '../text/tokenize.ts';
import type { Chunk, SpanKind } from '../types/chunk.ts';
import type { Lit, LitText, Lookup, LookupPage, LookupRequest, LookupSection } from '../types/lookup.ts';
import { readChunk } from '../chunk/read-chunk.ts';
import { nearnessOf, readTyped, type TypedWord, wordList, type WordList } from './read-typed.ts';
import type { Correction } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { StoreDriver, Where } from '../types/store.ts';
import type { SiteOutline } from '../answer/site-outline.ts';
import { isOfFacets } from '../store/is-of-facets.ts';

const USUAL_LIMIT = 8;
/** Number of passages whose texts are read. */
const READ = 48;
const MOST_SECTIONS = 4;
/** Penalty for a page in a language or version other than the default, if the request names none. */
const OTHER_EDITION = 0.5;
/** Largest bonus for the text search score. It decides between sections that match equally. */
const BY_WORDS = 0.2;

/**
 * Returns a search function for use while a reader types. It matches words, beginnings of words and misspelt words, without vectors. Pages
 * are ranked by their best section. Rejects with `NOT_INDEXED` before the first publish.
 */
export function lookUpIn(
  store: Pick<StoreDriver, 'terms' | 'search' | 'getChunks'>,
  outlineOf: (call: CallOptions) => Promise<Pick<SiteOutline, 'edition' | 'localeOf'>>,
): (request: LookupRequest, call?: CallOptions) => Promise<Lookup> {
  let known: { readonly generation: number; readonly list: WordList } | undefined;

  async function words(call: CallOptions): Promise<WordList | undefined> {
    const now = await store.terms?.(known?.generation, call);
    if (now !== undefined) known = { generation: now.generation, list: wordList(now.terms) };
    return known?.list;
  }

  return async ({ text, where: given = {}, limit = USUAL_LIMIT }, call = {}) => {
    const { edition, localeOf } = await outlineOf(call);
    const where = given.locale === undefined ? given : { ...given, locale: localeOf(given.locale) };
    const list = await words(call);
    const read = readTyped(text, list);
    const terms = [...new Set(read.flatMap(({ tokens }) => [...tokens.keys()]))];
    const query = { terms: terms.map((term) => ({ term, count: 1 })), vector: undefined, limit: READ };
    const found = await store.search({ ...query, where }, call);
    const candidates = found.candidates
      .filter((one) => one.text > 0)
      .sort((a, b) => b.text - a.text)
      .slice(0, READ);
    const chunks = await store.getChunks(
      candidates.map(({ id }) => id),
      call,
    );
    // "Firebase" is not "fire" or "base": a word counts as two only where a passage has one behind the other.
    const isWritten = ({ apart }: TypedWord): boolean =>
      apart.length === 0 || chunks.some((chunk) => holds(chunk, apart));
    const typed = read.filter(isWritten);
    if (typed.length === 0) return { pages: [], corrected: [], generation: found.generation };
    const weights = typed.map((word) => weightOf(word, found.passages, list));
    const ranked = candidates.flatMap(({ text: byWords }, at) => {
      const chunk = chunks[at];
      if (chunk === undefined) return [];
      const other = isOfFacets(chunk, meant(edition, where)) ? 0 : OTHER_EDITION;
      const score = scoreSection(chunk, typed, weights) + BY_WORDS * (byWords / found.text.hi) - other;
      return [{ chunk, score }];
    });
    ranked.sort((a, b) => b.score - a.score || (a.chunk.id < b.chunk.id ? -1 : 1));
    const pages = pagesOf(
      ranked.map(({ chunk }) => chunk),
      typed,
      limit,
    );
    return { pages, corrected: corrections(pages, typed), generation: found.generation };
  };
}

function holds(chunk: Chunk | undefined, apart: readonly string[]): boolean {
  if (chunk === undefined) return false;
  const tokens = tokenize([chunk.title, ...chunk.headings, chunk.heading, chunk.text].join('\n'));
  return tokens.some((token, at) => token === apart[0] && tokens[at + 1] === apart[1]);
}

/** Rare words weigh more. A word with several tokens counts as frequent as its most frequent token. */
function weightOf({ tokens }: TypedWord, passages: number, list: WordList | undefined): number {
  const most = Math.max(0, ...[...tokens.keys()].map((token) => list?.passages(token) ?? 1));
  return Math.log(1 + (passages + 1) / (most + 1));
}

/** Default language and version for whichever the request does not name. */
function meant(
  { locale, version }: SiteOutline['edition'],
  where: Where,
): { readonly locale?: string; readonly version?: string } {
  return {
    ...(where.locale === undefined && locale !== '' ? { locale } : {}),
    ...(where.version === undefined && version !== '' ? { version } : {}),
  };
}

function pagesOf(chunks: readonly Chunk[], typed: readonly TypedWord[], limit: number): readonly LookupPage[] {
  const pages = new Map<string, LookupPage & { readonly sections: LookupSection[] }>();
  const seen = new Set<string>();
  for (const chunk of chunks) {
    const { url, title, locale, version, module, anchor } = chunk;
    const page = pages.get(url);
    const section = `${url}#${anchor}`;
    if (seen.has(section) || (page === undefined && pages.size === limit) || page?.sections.length === MOST_SECTIONS)
      continue;
    seen.add(section);
    const passages = chunks.filter((one) => one.url === url && one.anchor === anchor);
    const found = sectionOf(chunk, passages, typed);
    if (page === undefined) {
      pages.set(url, { url, title: litText(title, typed), locale, version, module, sections: [found] });
    } else page.sections.push(found);
  }
  return [...pages.values()];
}

function sectionOf(
  { url, anchor, title, headings: names }: Chunk,
  passages: readonly Chunk[],
  typed: readonly TypedWord[],
): LookupSection {
  const headings = names.map((heading) => litText(heading, typed));
  const { isCode, ...snippet } = snippetOf(passages, typed);
  const isNamed = headings.at(-1)?.lit.length ?? 0;
  const isPage = headings.length === 0 && litText(title, typed).lit.length > 0;
  const kind = isPage ? 'page' : isNamed > 0 ? 'heading' : isCode ? 'code' : 'text';
  return { url, anchor, headings, kind, snippet };
}

/** For each corrected word, returns its spelling on the best page that has it. */
function corrections(pages: readonly LookupPage[], typed: readonly TypedWord[]): readonly Correction[] {
  return typed.flatMap((word) => {
    if (!word.isCorrected) return [];
    for (const { title, sections } of pages) {
      for (const { text } of [title, ...sections.flatMap(({ headings, snippet }) => [...headings, snippet])]) {
        const [lit] = litText(text, [word]).lit;
        if (lit !== undefined) return [{ from: word.text, to: text.slice(lit.start, lit.end) }];
      }
    }
    return [];
  });
}

/** Weights by place of a match: in the heading (or the page title at the page's top), elsewhere in the heading path, in the text. */
const IN_HEADING = 1;
const IN_PATH = 0.6;
const IN_TEXT = 0.45;
/** Bonus for a heading or title similar to the typed words; full if it has exactly these words. */
const SAME = 0.8;
/** Bonus for a section that has all words. */
const ALL = 0.3;
/** Bonus for the top of a page whose title has some of the words. */
const PAGE = 0.15;

/**
 * Scores how well a section matches the typed words, 0 to about 2.3: the weighted share of words that it has, each counted at its best
 * place, plus bonuses. `weights[i]` belongs to `words[i]`.
 */
function scoreSection(chunk: Chunk, words: readonly TypedWord[], weights: readonly number[]): number {
  const { heading, title } = readChunk(chunk);
  // The first passage stands for its page, also where that has no text before its first heading.
  const asPage = chunk.indexInPage === 0 ? scoreAs(title, chunk, words, weights, PAGE) : 0;
  return Math.max(asPage, scoreAs(heading, chunk, words, weights));
}

function scoreAs(
  name: ReadonlySet<string>,
  chunk: Chunk,
  words: readonly TypedWord[],
  weights: readonly number[],
  bonus = 0,
): number {
  const { body, path } = readChunk(chunk);
  let total = 0;
  let found = 0;
  let named = 0;
  let held = 0;
  for (const [at, word] of words.entries()) {
    if (word.tokens.size === 0 && word.beginning === '') continue;
    const inName = nearest(word, name);
    const elsewhere = Math.max(IN_PATH * nearest(word, path), IN_TEXT * nearest(word, body));
    total += weights[at]!;
    found += weights[at]! * Math.max(IN_HEADING * inName, elsewhere);
    named += weights[at]! * inName;
    if (inName > 0 || elsewhere > 0) held += weights[at]!;
  }
  if (total === 0) return 0;
  const asked = shareOf(name, words);
  const share = named / total;
  const same = asked + share === 0 ? 0 : (2 * asked * share) / (asked + share);
  return found / total + SAME * same + (held === total ? ALL : 0) + bonus * share;
}

function nearest(word: TypedWord, field: ReadonlySet<string>): number {
  let best = 0;
  for (const token of word.tokens.keys()) if (field.has(token)) best = Math.max(best, word.tokens.get(token)!);
  if (best === 1 || word.beginning === '') return best;
  for (const token of field) if (token.startsWith(word.beginning)) best = Math.max(best, nearnessOf(word, token));
  return best;
}

/** Share of a name's tokens that were typed. */
function shareOf(name: ReadonlySet<string>, words: readonly TypedWord[]): number {
  let typed = 0;
  for (const token of name) typed += Math.max(0, ...words.map((word) => nearnessOf(word, token)));
  return name.size === 0 ? 0 : typed / name.size;
}

const SNIPPET = 160;
/** Most characters before the first matching word. */
const BEFORE = 40;
/** How much a line tells, for kinds that tell less than prose. */
const TOLD: Readonly<Partial<Record<SpanKind, number>>> = { row: 1, header: 1, code: 0, label: 0, math: 0, image: 0 };

/** Returns the text with the ranges of all words that match a typed word. */
function litText(text: string, words: readonly TypedWord[]): LitText {
  const lit: Lit[] = [];
  for (const { token, start, end } of tokenizeSpans(text)) {
    const isLit = words.some((word) => nearnessOf(word, token) > 0);
    const last = lit.at(-1);
    if (!isLit || (last !== undefined && start < last.end)) continue;
    lit.push({ start, end });
  }
  return { text, lit };
}

/**
 * Returns the line or sentence of a section's passages with the most typed words, cut around the first of them. Of lines with the same
 * words, prose comes before tables and lines with formulas, and these before code and labels, because a reader learns more from them.
 */
export function snippetOf(
  passages: readonly Chunk[],
  words: readonly TypedWord[],
): LitText & { readonly isCode: boolean } {
  let best: (LitText & { readonly isCode: boolean; readonly held: number; readonly told: number }) | undefined;
  for (const { text, spans, marks } of passages.toSorted((one, other) => one.start - other.start)) {
    for (const { kind, start, end } of spans) {
      const isFormula = marks.some((mark) => mark.kind === 'math' && mark.start < end && mark.end > start);
      const told = TOLD[kind] ?? (isFormula ? 1 : 2);
      for (const line of linesOf(kind, text.slice(start, end))) {
        const held = heldIn(line, words);
        const isBetter = best === undefined || held > best.held || (held === best.held && told > best.told);
        if (isBetter) best = { ...litText(line, words), isCode: kind === 'code', held, told };
      }
    }
  }
  if (best === undefined) return { text: '', lit: [], isCode: false };
  return { ...cut(best), isCode: best.isCode };
}

/** Lines of code and table rows; sentences of everything else. */
function linesOf(kind: SpanKind, text: string): readonly string[] {
  if (kind !== 'code' && kind !== 'row') return splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/** Number of typed words found in a line. */
function heldIn(line: string, words: readonly TypedWord[]): number {
  const tokens = tokenizeSpans(line).map(({ token }) => token);
  return words.filter((word) => tokens.some((token) => nearnessOf(word, token) > 0)).length;
}

function cut({ text, lit }: LitText): LitText {
  if (text.length <= SNIPPET) return { text, lit };
  const first = lit[0]?.start ?? 0;
  const from = first <= SNIPPET - BEFORE ? 0 : startOfWord(text, first - BEFORE);
  const to = from + SNIPPET >= text.length ? text.length : endOfWord(text, from + SNIPPET);
  const within = lit.filter(({ start, end }) => start >= from && end <= to);
  return {
    text: text.slice(from, to),
    lit: within.map(({ start, end }) => ({ start: start - from, end: end - from })),
  };
}

function startOfWord(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  return space < 0 || space > at + BEFORE ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  return space < at - BEFORE ? at : space;
}
