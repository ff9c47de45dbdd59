import { listOf, number, objectOf, text, type Reader } from '@ibid/client/read';
import { fetchOf } from './static-fetch.ts';
import type { Correction } from '@ibid/client';

/** Text of a page with the ranges of its matching words, in UTF-16 units. */
export interface LitText {
  readonly text: string;
  readonly lit: readonly { readonly start: number; readonly end: number }[];
}

export interface FoundSection {
  /** `''` for the top of the page. */
  readonly anchor: string;
  /** From the top of the page down to the section, without the title. */
  readonly headings: readonly LitText[];
  /** Part of the page where the words were found. */
  readonly kind: 'page' | 'heading' | 'text' | 'code';
  /** Line or sentence with most of the words. */
  readonly snippet: LitText;
}

export interface FoundPage {
  /** Address of the page as it is in the index. */
  readonly url: string;
  readonly title: LitText;
  /** Best first; at least one. */
  readonly sections: readonly FoundSection[];
}

/** Pages found, best first. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
  readonly corrected: readonly Correction[];
}

export interface SearchOptions {
  /** Address or path of the API, without a trailing slash. */
  readonly api: string;
  /** `''` sends no header. */
  readonly siteKey: string;
  /** Text of the search box, unchanged. */
  readonly query: string;
  /** `''` for any. */
  readonly locale: string;
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** Maximum length of a query in characters, as for the service. */
export const MOST_SEARCHED = 200;

/** Searches pages while the reader types. Rejects if the service cannot be reached or refuses, and if `signal` aborts. */
export async function searchDocs({ api, siteKey, query, signal, ...scope }: SearchOptions): Promise<FoundPages> {
  const members = new URLSearchParams({ q: query.slice(0, MOST_SEARCHED) });
  for (const [name, value] of Object.entries(scope)) if (value !== '') members.set(name, value);
  const response = await fetchOf(api)(`${api}/api/search?${members}`, {
    headers: siteKey === '' ? {} : { 'X-Ibid-Site-Key': siteKey },
    credentials: 'omit',
    redirect: 'error',
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`Searching failed with status ${response.status}.`);
  return readFound(await response.json());
}

const litText: Reader<LitText> = objectOf<LitText>({ text, lit: listOf(objectOf({ start: number, end: number })) });
const KINDS: readonly FoundSection['kind'][] = ['page', 'heading', 'text', 'code'];

const readFound: Reader<FoundPages> = objectOf<FoundPages>({
  pages: listOf(
    objectOf<FoundPage>({
      url: text,
      title: litText,
      sections: listOf(
        objectOf<FoundSection>({
          anchor: text,
          headings: listOf(litText),
          // An unknown kind from a newer server is treated as text.
          kind: (value) => KINDS.find((known) => known === value) ?? 'text',
          snippet: litText,
        }),
      ),
    }),
  ),
  corrected: listOf(objectOf<Correction>({ from: text, to: text })),
});
