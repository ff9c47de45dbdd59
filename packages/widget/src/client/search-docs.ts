import type * as Client from '@ibid/client';
import type { Correction } from '@ibid/client';
import { listOf, objectOf, searchParts, type Reader } from '@ibid/client/read';
import { fetchOf } from './static-fetch.ts';

export type { LitText } from '@ibid/client';

/** The parts of sections and pages that search boxes show. */
export type FoundSection = Omit<Client.FoundSection, 'url' | 'href'>;

export interface FoundPage extends Pick<Client.FoundPage, 'url' | 'title'> {
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

const readFound: Reader<FoundPages> = objectOf<FoundPages>({
  pages: listOf(
    objectOf<FoundPage>({ ...searchParts.page, sections: listOf(objectOf<FoundSection>(searchParts.section)) }),
  ),
  corrected: searchParts.corrected,
});
