import { listOf, number, objectOf, text, type Reader } from '@ibid/client/read';
import { fetchOf } from './static-fetch.ts';
import type { Correction } from '@ibid/client';

/** A text of a page with the words that match, by their offsets in UTF-16 units. */
export interface LitText {
  readonly text: string;
  readonly lit: readonly { readonly start: number; readonly end: number }[];
}

export interface FoundSection {
  /** `''` for the top of the page. */
  readonly anchor: string;
  /** From the top of the page down to the section, the title left out. */
  readonly headings: readonly LitText[];
  /** Where the words were found. */
  readonly kind: 'page' | 'heading' | 'text' | 'code';
  /** The line or sentence with the most of the words. */
  readonly snippet: LitText;
}

export interface FoundPage {
  /** As the index knows it. */
  readonly url: string;
  readonly title: LitText;
  /** Best first; at least one. */
  readonly sections: readonly FoundSection[];
}

/** Best page first. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
  readonly corrected: readonly Correction[];
}

export interface SearchOptions {
  /** Where the API is: an address or a path, without a slash at the end. */
  readonly api: string;
  /** `''` sends none. */
  readonly siteKey: string;
  /** As it stands in the box. */
  readonly query: string;
  /** `''` for any. */
  readonly locale: string;
  readonly version: string;
  readonly signal?: AbortSignal;
}

/** Of a query, in characters, as the service takes it. */
export const MOST_SEARCHED = 200;

/** Pages for what a reader types. Rejects when the service cannot be reached or refuses, and when `signal` ends it. */
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
          // A kind that only a newer server knows is still a place.
          kind: (value) => KINDS.find((known) => known === value) ?? 'text',
          snippet: litText,
        }),
      ),
    }),
  ),
  corrected: listOf(objectOf<Correction>({ from: text, to: text })),
});
