import { searchDocs, type FoundPage, type FoundSection, type LitText } from '../client/search-docs.ts';

/** As much of Algolia's client as DocSearch asks for in `transformSearchClient`. */
export interface DocsearchClient {
  // eslint-disable-next-line typescript/no-explicit-any -- Algolia's types say at each call what a hit is
  search(given: readonly Query[] | { readonly requests: readonly Query[] }): Promise<any>;
  addAlgoliaAgent(segment: string, version?: string): void;
  readonly transporter: { readonly algoliaAgent: AlgoliaAgent };
}

interface AlgoliaAgent {
  value: string;
  add(): AlgoliaAgent;
}

export interface DocsearchClientOptions {
  /** Where the API is: an address or a path, without a slash at the end. */
  readonly server: string;
  /** Sent as `X-Ibid-Site-Key`. @default none */
  readonly siteKey?: string;
  /** Only pages of this language and version, and those that do not say theirs. @default the site's own first */
  readonly scope?: { readonly locale?: string; readonly version?: string };
}

/** One query of DocSearch; since its version 3.6 they come in `requests`. */
interface Query {
  readonly query?: string | undefined;
  readonly indexName: string;
}

/**
 * A search client for DocSearch's own modal, answered by `GET /api/search` of an Ibid server: `transformSearchClient={() => client}`.
 * Nothing is sent to Algolia. Of several indices the first one gets what is found. Where the server cannot be
 * reached it rejects with a `RetryError`, as Algolia's own client does.
 */
export function docsearchClient({ server, siteKey = '', scope = {} }: DocsearchClientOptions): DocsearchClient {
  const { locale = '', version = '' } = scope;
  const api = server.replace(/\/+$/u, '');

  async function hitsOf(query: string): Promise<readonly object[]> {
    if (query.trim() === '') return [];
    const { pages } = await searchDocs({ api, siteKey, query, locale, version });
    return pages.flatMap((page) => page.sections.map((section) => hitOf(page, section)));
  }

  const algoliaAgent: AlgoliaAgent = { value: '', add: () => algoliaAgent };
  return {
    async search(given) {
      const queries = 'requests' in given ? given.requests : given;
      const query = queries[0]?.query ?? '';
      const found = await hitsOf(query).catch((cause: unknown) => {
        throw Object.assign(new Error('The search cannot be reached.', { cause }), { name: 'RetryError' });
      });
      const results = queries.map(({ indexName }, at) => {
        const hits = at === 0 ? found : [];
        return { index: indexName, query, hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: hits.length };
      });
      return { results };
    },
    addAlgoliaAgent: () => undefined,
    transporter: { algoliaAgent },
  };
}

/** Title and headings as levels 1 to 6; the title groups them, as level 0. */
function hitOf({ url, title }: FoundPage, { anchor, headings, kind, snippet }: FoundSection): object {
  const path = [title, title, ...headings].slice(0, 7);
  const levels = Array.from({ length: 7 }, (_, level) => [`lvl${level}`, path[level]] as const);
  const content = kind === 'text' || kind === 'code' ? snippet : undefined;
  const each = <T>(show: (text: LitText) => T): { readonly [level: string]: T | null } =>
    Object.fromEntries(levels.map(([level, text]) => [level, text === undefined ? null : show(text)]));
  const lit = { hierarchy: each(matched), content: content === undefined ? undefined : matched(content) };
  const hash = anchor === '' ? '' : `#${encodeURI(anchor).replaceAll('#', '%23')}`;
  return {
    objectID: url + hash,
    url: url + hash,
    url_without_anchor: url,
    anchor: anchor || null,
    type: content === undefined ? `lvl${path.length - 1}` : 'content',
    content: content === undefined ? null : escaped(content.text),
    hierarchy: each(({ text }) => escaped(text)),
    _highlightResult: { ...lit, hierarchy_camel: [] },
    _snippetResult: lit,
  };
}

function matched({ text, lit }: LitText): object {
  let value = '';
  let from = 0;
  for (const { start, end } of lit) {
    value += `${escaped(text.slice(from, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    from = end;
  }
  const matchedWords = lit.map(({ start, end }) => text.slice(start, end));
  return { value: value + escaped(text.slice(from)), matchLevel: lit.length > 0 ? 'full' : 'none', matchedWords };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** The modal shows what it gets as HTML, also what it keeps of it. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign]!);
}
