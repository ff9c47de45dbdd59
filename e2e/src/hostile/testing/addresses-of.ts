import type { Reply } from '../../../../packages/widget/src/client/wire.ts';

/** Pages of other sites that a reply's own sources are: those that links may lead to, beside pages of this one. */
export function addressesOf({ citations, nearest }: Reply, page: string): readonly string[] {
  return [...citations, ...nearest].flatMap(({ url }) => {
    if (!URL.canParse(url.trim(), page)) return [];
    const { protocol, origin, pathname, search } = new URL(url.trim(), page);
    return /^https?:$/u.test(protocol) ? [origin + pathname + search] : [];
  });
}
