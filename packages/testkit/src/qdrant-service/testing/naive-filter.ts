import type { Condition, Conditions, Filter } from '../engine/payload-filter.ts';
import type { JsonValue } from '../engine/json-value.ts';

export interface NaivePoint {
  readonly id: string | number;
  readonly payload: Readonly<Record<string, JsonValue>>;
}

/** Whether a point passes, read off the words of Qdrant's documentation; for keys of the first level only. */
export function naivelyPasses(filter: Filter, point: NaivePoint): boolean {
  const { must, must_not: mustNot, should, min_should: minShould } = filter;
  const meets = (condition: Condition): boolean => naivelyMeets(condition, point);
  if (!all(must).every(meets) || all(mustNot).some(meets)) return false;
  if (should !== undefined && !all(should).some(meets)) return false;
  if (minShould === undefined || minShould === null) return true;
  return minShould.conditions.filter(meets).length >= minShould.min_count;
}

function all(conditions: Conditions): readonly Condition[] {
  return [conditions ?? []].flat() as readonly Condition[];
}

function naivelyMeets(condition: Condition, point: NaivePoint): boolean {
  if ('has_id' in condition) return condition.has_id.includes(point.id);
  if ('key' in condition) {
    const { match, range } = condition;
    return all([point.payload[condition.key] ?? []].flat() as never).some((value: unknown) => {
      if (match !== undefined && match !== null) {
        if ('value' in match) return match.value === value;
        if ('any' in match) return match.any.some((wanted) => wanted === value);
        return match.except.every((unwanted) => unwanted !== value);
      }
      if (typeof value !== 'number') return false;
      const { lt, lte, gt, gte } = range as { lt?: number; lte?: number; gt?: number; gte?: number };
      if (lt !== undefined && !(value < lt)) return false;
      if (lte !== undefined && !(value <= lte)) return false;
      if (gt !== undefined && !(value > gt)) return false;
      return gte === undefined || value >= gte;
    });
  }
  if ('is_empty' in condition && typeof condition.is_empty === 'object') {
    const value = point.payload[condition.is_empty.key];
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  }
  return naivelyPasses(condition as Filter, point);
}
