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

/** Shown by no epoch from this one on. */
export function endedBy(epoch: number): Condition {
  return { key: 'until', range: { lte: epoch } };
}

/** Written before this epoch, and neither replaced nor deleted. */
export function standingBefore(epoch: number): readonly Condition[] {
  return [{ key: 'from', range: { lt: epoch } }, { is_empty: { key: 'until' } }];
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
