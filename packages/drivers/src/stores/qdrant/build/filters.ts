import type { Condition, Filter } from '../client/qdrant-calls.ts';

export function kindIs(...kinds: readonly string[]): Condition {
  return { key: 'kind', match: { any: kinds } };
}

export function urlIn(urls: readonly string[]): Condition {
  return { key: 'url', match: { any: urls.map((url) => url.toWellFormed()) } };
}

/** Written in this epoch. */
export function writtenIn(epoch: number): Condition {
  return { key: 'from', match: { value: epoch } };
}

/** Replaced or deleted in this epoch. */
export function endedIn(epoch: number): Condition {
  return { key: 'until', match: { value: epoch } };
}

/** Shown by no epoch from this one on; what an epoch that was given up has ended is not. */
export function endedBy(epoch: number, dropped: readonly number[]): Condition {
  return { must: [{ key: 'until', range: { lte: epoch } }], must_not: oneOf('until', dropped) };
}

/**
 * Written before this epoch, and neither replaced nor deleted but by one that was given up. A mark that comes late therefore takes the
 * place of no other, and any other takes its place. Standing is told by range: no `until` lies in any.
 */
export function standingBefore(epoch: number, dropped: readonly number[]): Condition {
  return {
    must: [{ key: 'from', range: { lt: epoch } }],
    must_not: oneOf('from', dropped),
    should: [{ must_not: [{ key: 'until', range: { gte: 0 } }] }, ...oneOf('until', dropped)],
  };
}

/** Nothing to compare with where there are none: it is nowhere said what an empty list meets. */
export function oneOf(key: 'from' | 'until', epochs: readonly number[]): readonly Condition[] {
  return epochs.length === 0 ? [] : [{ key, match: { any: epochs } }];
}

export function all(...must: readonly Condition[]): Filter {
  return { must };
}

/** Contents that name another version than this among those which hold their vectors. */
export function namingOthers(version: number): Filter {
  return {
    must: [kindIs('content')],
    should: [
      { key: 'vectors', range: { lt: version } },
      { key: 'vectors', range: { gt: version } },
    ],
  };
}
