import type { Lookup, LookupSection } from '@ibid/core/types';
import type { WireContext } from '../dialect.ts';
import { hrefTo } from '../shared/replies.ts';

type LookupPage = Lookup['pages'][number];

/** JSON reply to a search box. */
export interface NativeSearch extends Pick<Lookup, 'corrected' | 'generation'> {
  readonly request_id: string;
  readonly pages: readonly (Pick<LookupPage, 'url' | 'title' | 'locale' | 'version'> & {
    readonly sections: readonly (LookupSection & { readonly href: string })[];
  })[];
}

export function encodeSearch(
  { pages, corrected, generation }: Lookup,
  { requestId }: Pick<WireContext, 'requestId'>,
): NativeSearch {
  return {
    request_id: requestId,
    pages: pages.map(({ url, title, locale, version, sections }) => ({
      url,
      title,
      locale,
      version,
      sections: sections.map(encodeSection),
    })),
    corrected,
    generation,
  };
}

function encodeSection({ url, anchor, headings, kind, snippet }: LookupSection): LookupSection & { href: string } {
  const isOfText = kind === 'text' || kind === 'code';
  return { url, anchor, href: hrefTo({ url, anchor }, isOfText ? snippet.text : ''), headings, kind, snippet };
}
