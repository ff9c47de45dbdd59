/**
 * Whether a place says of something else what the quote says: another number stands there, and another word besides. So do the sentences of
 * a list and the tabs of a choice, which are like each other in all other words. `pairs` are positions of equal words in quote and page, both
 * rising; `page` is the stretch that is compared, `names` the word of each id.
 */
export function isAnotherCase(
  quote: Int32Array,
  page: { readonly ids: Int32Array; readonly from: number; readonly to: number },
  pairs: readonly (readonly [quote: number, page: number])[],
  names: readonly string[],
): boolean {
  const edges = [[-1, page.from - 1] as const, ...pairs, [quote.length, page.to] as const];
  let numbers = 0;
  let others = 0;
  for (const [index, [quoteEnd, pageEnd]] of edges.entries()) {
    const [quoteStart, pageStart] = edges[index - 1] ?? edges[0]!;
    const replaced = quoteEnd - quoteStart - 1;
    if (pageEnd - pageStart - 1 !== replaced) continue;
    for (let at = 1; at <= replaced; at += 1) {
      const [old, fresh] = [names[quote[quoteStart + at]!]!, names[page.ids[pageStart + at]!]!];
      if (/\p{N}/u.test(old) && /\p{N}/u.test(fresh)) numbers += 1;
      else if (/\p{L}/u.test(old) && /\p{L}/u.test(fresh)) others += 1;
    }
  }
  return numbers > 0 && others > 0;
}
