import type { Where } from '@ibid/core/types';
import type { Condition, Filter } from '../client/qdrant-calls.ts';
import { shownAt, type ShownState } from '../layout.ts';

/** What a search may see of a generation, of passages, legs and pages alike; `undefined` where the filter lets nothing through. */
export function whereFilter(state: ShownState, where: Where | undefined): Filter | undefined {
  const conditions = whereConditions(where);
  if (conditions === undefined) return undefined;
  const shown = shownAt(state);
  return { must: [...shown.must, ...conditions], must_not: shown.must_not };
}

/** An empty list matches nothing, and Qdrant is not asked what it would make of one. */
function whereConditions(where: Where = {}): Condition[] | undefined {
  const { locale, version, module, paths, sections } = where;
  const names = sections?.filter((section) => section !== '');
  if (paths?.length === 0 || names?.length === 0) return undefined;
  return [
    // A page that does not say its language or version belongs to each.
    ...(locale === undefined ? [] : [oneOf('locale', ['', locale])]),
    ...(version === undefined ? [] : [oneOf('version', ['', version])]),
    ...(module === undefined ? [] : [oneOf('module', [module])]),
    ...(paths === undefined ? [] : [oneOf('path', paths)]),
    ...(names === undefined ? [] : [oneOf('sections', names)]),
  ];
}

/** Well-formed, as payloads are. */
function oneOf(key: string, values: readonly string[]): Condition {
  return { key, match: { any: [...new Set(values.map((value) => value.toWellFormed()))] } };
}
