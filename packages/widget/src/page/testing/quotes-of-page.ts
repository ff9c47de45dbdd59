import { chunkPage } from '../../../../core/src/chunk/chunk-page.ts';
import { unitsOf } from '../../../../core/src/excerpt/units.ts';
import { parseHtml } from '../../../../core/src/parse/html/parse-html.ts';

export interface PageQuote {
  /** Kind of the unit in the index; `pair` for two neighbours with the text between them. */
  readonly kind: string;
  readonly text: string;
  readonly anchor: string;
}

/** Everything on a built page that a footnote could lead to, as read by the index; labels are left out. Empty for a page that is not indexed. */
export function quotesOfPage(url: string, html: string): readonly PageQuote[] {
  const raw = { url, body: html, format: 'html' as const, title: '', sourceFile: '', imports: {} };
  const { page } = parseHtml({ ...raw, locale: '', version: '', module: '' });
  if (page === undefined) return [];
  return chunkPage(page).chunks.flatMap((chunk) => {
    const all = unitsOf({ chunk });
    const units = all.filter(({ kind }) => kind !== 'label');
    return units.flatMap(({ kind, text, start }, at) => {
      const next = units[at + 1];
      const pair = next === undefined || next.end - start > 2000 ? [] : [chunk.text.slice(start, next.end)];
      return [{ kind, text }, ...pair.map((both) => ({ kind: 'pair', text: both }))].map((quote) => ({
        ...quote,
        anchor: chunk.anchor,
      }));
    });
  });
}
