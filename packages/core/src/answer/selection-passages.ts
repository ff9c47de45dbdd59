/**
 * Turns a reader's selection into the only passages the answer may use. The selection is searched on the given page, then on the pages
 * that share most of its words. If found, it becomes windows on the indexed chunks, so that citations have the real page and section. If
 * not, the selection itself is quoted under the given page, with a warning.
 */
import { nextTurn } from '../async/waits.ts';
import type { Passage, Selection } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk, Span } from '../types/chunk.ts';
import type { Warning } from '../types/retrieval.ts';
import type { StoreDriver } from '../types/store.ts';
import { digestHex } from '../hash/digest-hex.ts';
import { countTerms, tokenize } from '../text/tokenize.ts';
import { canonicalUrl } from '../url/canonical-url.ts';
import { pathKey } from '../url/path-key.ts';
import { locatedPassages } from './locate-text.ts';

/** Maximum number of characters used from a selection. */
const MAX_SELECTION = 2000;
const MAX_PAGES_TRIED = 5;

type Store = Pick<StoreDriver, 'search' | 'getPage'>;

async function likelyPaths(store: Store, text: string, options: CallOptions): Promise<string[]> {
  const { candidates } = await store.search(
    { terms: countTerms(tokenize(text)), vector: undefined, limit: 20 },
    options,
  );
  const ranked = candidates
    .filter((candidate) => candidate.text > 0)
    .sort((a, b) => b.text - a.text || (a.id < b.id ? -1 : 1));
  return [...new Set(ranked.map((candidate) => pathKey(candidate.url)))].slice(0, MAX_PAGES_TRIED);
}

function lineSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(/\S(?:[^\n]*\S)?/gu)) {
    const start = match.index;
    spans.push({
      kind: 'paragraph',
      start,
      end: start + match[0].length,
      group: 0,
      ordinal: 0,
      language: '',
      depth: 0,
    });
  }
  return spans;
}

/** URL of the page if it is indexed, else the URL given with the selection if it is a web URL, else `''`. */
function addressOf(selection: Selection, page: { readonly url: string } | undefined): string {
  if (page !== undefined) return page.url;
  const given = selection.url ?? '';
  return /^https?:\/\//iu.test(given) && URL.canParse(given) ? canonicalUrl(given) : '';
}

type NamedPage = { readonly url: string; readonly title: string } | undefined;

async function unlocated(selection: Selection, text: string, page: NamedPage): Promise<Passage> {
  const url = addressOf(selection, page);
  const chunk: Chunk = {
    id: await digestHex(`selection\n${url}\n${text}`),
    url,
    title: page?.title ?? 'Selected passage',
    heading: 'Selected passage',
    headings: [],
    anchor: '',
    text,
    start: 0,
    end: text.length,
    lead: '',
    spans: lineSpans(text),
    marks: [],
    index: 0,
    indexInSection: 0,
    indexInPage: 0,
    chunksInPage: 1,
    tokens: Math.max(1, Math.ceil(text.length / 4)),
    sourceFile: 'selection',
    locale: '',
    version: '',
    module: 'root',
  };
  return { label: 'p1', chunk, score: 0, similarity: 1 };
}

export async function selectionPassages(
  store: Store,
  selection: Selection,
  options: CallOptions = {},
): Promise<{ passages: Passage[]; warnings: Warning[]; isLocated: boolean }> {
  const warnings: Warning[] = [];
  let text = selection.text.trim();
  const characters = Array.from(text);
  if (characters.length > MAX_SELECTION) {
    text = characters.slice(0, MAX_SELECTION).join('');
    warnings.push({
      code: 'selection_cut',
      text: `only the first ${MAX_SELECTION} characters of the selection were used`,
    });
  }
  if (text === '') return { passages: [], warnings, isLocated: false };
  const given = selection.url === undefined ? [] : [pathKey(selection.url)];
  const tried = new Set<string>();
  let named: NamedPage;
  for (const path of [...given, ...(await likelyPaths(store, text, options))]) {
    if (tried.has(path)) continue;
    tried.add(path);
    const page = await store.getPage(path, options);
    if (path === given[0]) named = page;
    // Reading a long page and looking through it are two pieces of work, and answering is a third.
    await nextTurn();
    const passages = page === undefined ? [] : locatedPassages(page.content, text, selection.section);
    await nextTurn();
    if (passages.length > 0) return { passages, warnings, isLocated: true };
  }
  warnings.push({
    code: 'selection_not_located',
    text: 'the selected text is not in the index, so its words are taken as they were sent',
  });
  return { passages: [await unlocated(selection, text, named)], warnings, isLocated: false };
}
