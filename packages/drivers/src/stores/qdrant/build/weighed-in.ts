import type { Averages, WeighedIn } from '../layout.ts';

/** The averages that the page's sparse vectors in the version were made under; `undefined` where nobody wrote them down. */
export function weighedIn(weighed: readonly WeighedIn[] | undefined, version: number): Averages | undefined {
  const found = weighed?.find(([own]) => own === version);
  if (found === undefined) return undefined;
  const [, title, headings, body, page] = found;
  return [title, headings, body, page];
}
