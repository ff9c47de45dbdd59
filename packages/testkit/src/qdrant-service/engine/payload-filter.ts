import { jsonPath, valuesAt } from './json-path.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { orderKeyOf, pointIdOf, type PointId } from './point-id.ts';
import { refusal } from './refusal.ts';
import type { StoredVector } from './stored-point.ts';

export type Conditions = Condition | readonly Condition[] | null | undefined;

export interface Filter {
  readonly must?: Conditions;
  readonly must_not?: Conditions;
  readonly should?: Conditions;
  readonly min_should?: { readonly conditions: readonly Condition[]; readonly min_count: number } | null;
}

type Scalar = string | number | boolean;

export interface FieldCondition {
  readonly key: string;
  readonly match?:
    | { readonly value: Scalar }
    | { readonly any: readonly Scalar[] }
    | { readonly except: readonly Scalar[] }
    | null;
  readonly range?: { readonly [bound in 'lt' | 'lte' | 'gt' | 'gte']?: number | string | null } | null;
  readonly values_count?: { readonly [bound in 'lt' | 'lte' | 'gt' | 'gte']?: number | null } | null;
  readonly is_empty?: boolean | null;
  readonly is_null?: boolean | null;
}

export type Condition =
  | FieldCondition
  | { readonly is_empty: { readonly key: string } }
  | { readonly is_null: { readonly key: string } }
  | { readonly has_id: readonly PointId[] }
  | { readonly has_vector: string }
  | { readonly nested: { readonly key: string; readonly filter: Filter } }
  | Filter;

/** What a filter looks at. Objects within a payload have neither id nor vectors. */
export interface Filtered {
  readonly orderKey: string;
  readonly payload: JsonObject;
  readonly vectors: ReadonlyMap<string, StoredVector>;
}

type Check = (point: Filtered) => boolean;

/** The filter as a predicate; no filter lets everything pass. */
export function payloadFilter(filter: Filter | null | undefined): Check {
  const checks: Check[] = [];
  const must = listed(filter?.must)?.map(condition) ?? [];
  checks.push(...must);
  const mustNot = listed(filter?.must_not)?.map(condition) ?? [];
  checks.push(
    ...mustNot.map(
      (check): Check =>
        (point) =>
          !check(point),
    ),
  );
  // An empty list of alternatives is one that nothing meets, in contrast to no list.
  const should = listed(filter?.should)?.map(condition);
  if (should !== undefined) checks.push((point) => should.some((check) => check(point)));
  const minShould = filter?.min_should;
  if (minShould !== undefined && minShould !== null) {
    const alternatives = minShould.conditions.map(condition);
    checks.push((point) => alternatives.filter((check) => check(point)).length >= minShould.min_count);
  }
  const [first, second] = checks;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (point) => {
    for (const check of checks) if (!check(point)) return false;
    return true;
  };
}

/** One condition may stand for a list of one. */
export function listed(conditions: Conditions): readonly Condition[] | undefined {
  if (conditions === undefined || conditions === null) return undefined;
  return Array.isArray(conditions) ? (conditions as readonly Condition[]) : [conditions as Condition];
}

function condition(given: Condition): Check {
  if ('key' in given) return fieldCondition(given);
  if ('is_empty' in given) {
    const path = jsonPath(given.is_empty.key);
    return ({ payload }) => valuesAt(payload, path).every(isEmpty);
  }
  if ('is_null' in given) {
    const path = jsonPath(given.is_null.key);
    return ({ payload }) => valuesAt(payload, path).some((value) => value === null);
  }
  if ('has_id' in given) {
    const keys = new Set(given.has_id.map((id) => orderKeyOf(pointIdOf(id))));
    return ({ orderKey }) => keys.has(orderKey);
  }
  if ('has_vector' in given) return ({ vectors }) => vectors.has(given.has_vector);
  if ('nested' in given) {
    const path = jsonPath(given.nested.key.endsWith('[]') ? given.nested.key : `${given.nested.key}[]`);
    const check = payloadFilter(given.nested.filter);
    return ({ payload }) =>
      valuesAt(payload, path).some(
        (value) =>
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          check({ orderKey: '', payload: value, vectors: new Map() }),
      );
  }
  const unknown = Object.keys(given).find((key) => !['must', 'must_not', 'should', 'min_should'].includes(key));
  if (unknown !== undefined) throw refusal(501, `The stand-in does not serve the condition ${unknown}`);
  return payloadFilter(given);
}

const SERVED = new Set(['key', 'match', 'range', 'values_count', 'is_empty', 'is_null']);

/** Holds when one of its parts holds for one of the values. */
function fieldCondition(given: FieldCondition): Check {
  const unknown = Object.entries(given).find(([key, part]) => !SERVED.has(key) && part !== null);
  if (unknown !== undefined) throw refusal(501, `The stand-in does not serve the condition ${unknown[0]}`);
  const path = jsonPath(given.key);
  const parts: ((value: JsonValue) => boolean)[] = [];
  if (given.match !== undefined && given.match !== null) parts.push(ofElements(matching(given.match)));
  if (given.range !== undefined && given.range !== null) parts.push(ofElements(within(given.range)));
  if (given.values_count !== undefined && given.values_count !== null) {
    const fits = within(given.values_count);
    parts.push((value) => fits(Array.isArray(value) ? value.length : value === null ? 0 : 1));
  }
  const { is_empty: empty, is_null: isNull } = given;
  if (typeof empty === 'boolean') parts.push((value) => isEmpty(value) === empty);
  if (typeof isNull === 'boolean') parts.push((value) => (value === null) === isNull);
  const ofNothing = empty === true || isNull === false || withinCount(given.values_count, 0);
  return ({ payload }) => {
    const values = valuesAt(payload, path);
    return values.length === 0 ? ofNothing : values.some((value) => parts.some((holds) => holds(value)));
  };
}

function withinCount(bounds: FieldCondition['values_count'], count: number): boolean {
  return bounds !== undefined && bounds !== null && within(bounds)(count);
}

function ofElements(holds: (value: JsonValue) => boolean): (value: JsonValue) => boolean {
  return (value) => (Array.isArray(value) ? value.some(holds) : holds(value));
}

function matching(match: NonNullable<FieldCondition['match']>): (value: JsonValue) => boolean {
  if ('value' in match) return (value) => value === match.value;
  if ('any' in match) {
    const wanted = new Set<JsonValue>(match.any);
    return (value) => wanted.has(value);
  }
  if ('except' in match) {
    const unwanted = new Set<JsonValue>(match.except);
    return (value) => isScalar(value) && !unwanted.has(value);
  }
  throw refusal(501, `The stand-in does not serve the match ${Object.keys(match)[0]}`);
}

function within(bounds: NonNullable<FieldCondition['range']>): (value: JsonValue) => boolean {
  const { lt, lte, gt, gte } = bounds;
  for (const bound of [lt, lte, gt, gte]) {
    if (typeof bound === 'string') throw refusal(501, 'The stand-in does not serve ranges of dates');
  }
  return (value) =>
    typeof value === 'number' &&
    (typeof lt !== 'number' || value < lt) &&
    (typeof lte !== 'number' || value <= lte) &&
    (typeof gt !== 'number' || value > gt) &&
    (typeof gte !== 'number' || value >= gte);
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
