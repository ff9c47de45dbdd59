import { searchDocs, type FoundPage, type FoundSection, type LitText } from '../client/search-docs.ts';

/** The part of Algolia's client that DocSearch needs from `transformSearchClient`. */
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
  /** Address or path of the API, without a trailing slash. */
  readonly server: string;
  /** Sent as `X-Ibid-Site-Key`. @default none */
  readonly siteKey?: string;
  /** Restricts results to pages of this language and version, and pages without one. @default no restriction, the site's own first */
  readonly scope?: { readonly locale?: string; readonly version?: string };
}

/** One query of DocSearch; since its version 3.6 they come in `requests`. */
interface Query {
  readonly query?: string | undefined;
  readonly indexName: string;
}

/**
 * A search client for DocSearch's own modal, answered by `GET /api/search` of an Ibid server: `transformSearchClient={() =>
 * client}`. Nothing is sent to Algolia. If there are several indices, the first one gets all results. If the server cannot be
 * reached it rejects with a `RetryError`, like Algolia's own client.
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

/** Converts a section to a hit: title and headings are levels 1 to 6, and the title is also level 0, for grouping. */
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

/** Escapes a text, because the modal inserts results as HTML, including those it stores. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign]!);
}
