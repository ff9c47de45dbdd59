import type { Correction } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Lookup, LookupPage, LookupRequest, LookupSection } from '../types/lookup.ts';
import type { StoreDriver, Where } from '../types/store.ts';
import type { SiteOutline } from '../answer/site-outline.ts';
import { isOfFacets } from '../store/is-of-facets.ts';
import { tokenize } from '../text/tokenize.ts';
import { litText, snippetOf } from './lit-text.ts';
import { readTyped, type TypedWord } from './read-typed.ts';
import { scoreSection } from './score-section.ts';
import { wordList, type WordList } from './word-list.ts';

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
