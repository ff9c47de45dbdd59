import type { Lookup, LookupSection } from '@ibid/core/types';
import type { WireContext } from '../dialect.ts';
import { hrefTo } from '../shared/text-fragment.ts';

/** Text of a page and the ranges that match; offsets in UTF-16 units. */
interface NativeLitText {
  readonly text: string;
  readonly lit: readonly { readonly start: number; readonly end: number }[];
}

export interface NativeFoundSection {
  readonly url: string;
  readonly anchor: string;
  readonly href: string;
  readonly headings: readonly NativeLitText[];
  readonly kind: LookupSection['kind'];
  readonly snippet: NativeLitText;
}

/** JSON reply to a search box. */
export interface NativeSearch {
  readonly request_id: string;
  readonly pages: readonly {
    readonly url: string;
    readonly title: NativeLitText;
    readonly locale: string;
    readonly version: string;
    readonly sections: readonly NativeFoundSection[];
  }[];
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
  readonly generation: number;
}

export function encodeSearch(
  { pages, corrected, generation }: Lookup,
  { requestId }: Pick<WireContext, 'requestId'>,
): NativeSearch {
  return {
    request_id: requestId,
    pages: pages.map(({ url, title, locale, version, sections }) => ({
      url,
      title: copyOf(title),
      locale,
      version,
      sections: sections.map(encodeSection),
    })),
    corrected: corrected.map(({ from, to }) => ({ from, to })),
    generation,
  };
}

function encodeSection({ url, anchor, headings, kind, snippet }: LookupSection): NativeFoundSection {
  const isOfText = kind === 'text' || kind === 'code';
  return {
    url,
    anchor,
    href: hrefTo({ url, anchor }, isOfText ? snippet.text : ''),
    headings: headings.map(copyOf),
    kind,
    snippet: copyOf(snippet),
  };
}

function copyOf({ text, lit }: LookupSection['snippet']): NativeLitText {
  return { text, lit: lit.map(({ start, end }) => ({ start, end })) };
}
