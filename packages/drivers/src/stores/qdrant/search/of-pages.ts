import { pathKey } from '@ibid/core';
import type { Filter } from '../client/qdrant-calls.ts';

/** What passes `filter` and belongs to one of the pages. Paths have an index; pages of two hosts may share one. */
export function ofPages(filter: Filter, urls: readonly string[]): Filter {
  return {
    ...filter,
    must: [
      ...(filter.must ?? []),
      { key: 'path', match: { any: [...new Set(urls.map((url) => pathKey(url).toWellFormed()))] } },
      { key: 'url', match: { any: urls } },
    ],
  };
}
