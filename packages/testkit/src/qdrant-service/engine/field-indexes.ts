import type { JsonObject, JsonValue } from './json-value.ts';
import { listed, type Condition, type Filter } from './payload-filter.ts';
import { jsonPath } from './json-path.ts';
import { refusal } from './refusal.ts';

/** A kind such as `keyword`, or an object with the kind as `type`. */
export type FieldSchema = string | JsonObject;

/** The payload indexes of a collection. They change no answer; strict mode asks for them. */
export interface FieldIndexes {
  readonly byField: ReadonlyMap<string, FieldSchema>;
  add(field: string, schema: FieldSchema | null | undefined): void;
  remove(field: string): void;
  /** Refuses a filter that compares a field without an index that can. */
  check(filter: Filter | null | undefined): void;
}

export function fieldIndexes(): FieldIndexes {
  const byField = new Map<string, FieldSchema>();
  return {
    byField,
    add(field, schema) {
      jsonPath(field);
      if (schema === undefined || schema === null) {
        throw refusal(400, `Unable to infer type for the field '${field}'. Please specify \`field_type\``);
      }
      byField.set(field, schema);
    },
    remove: (field) => void byField.delete(field),
    check(filter) {
      for (const { field, kinds } of needs(filter)) {
        const schema = byField.get(field);
        if (schema !== undefined && kinds.includes(kindOf(schema))) continue;
        throw new Error(
          `Bad request: Index required but not found for "${field}" of one of the following types: [${kinds.join(', ')}]. Help: Create an index for this key or use a different filter.`,
          { cause: { status: 400 } },
        );
      }
    },
  };
}

export function kindOf(schema: FieldSchema): string {
  return typeof schema === 'string' ? schema : String(schema['type']);
}

const ANY = ['bool', 'datetime', 'float', 'geo', 'integer', 'keyword', 'text', 'uuid'] as const;

interface Need {
  readonly field: string;
  readonly kinds: readonly string[];
}

function needs(filter: Filter | null | undefined, prefix = ''): Need[] {
  if (filter === undefined || filter === null) return [];
  const { must, must_not: mustNot, should, min_should: minShould } = filter;
  return [must, mustNot, should, minShould?.conditions].flatMap(listed).flatMap((condition) => {
    if (condition === undefined) return [];
    return needsOf(condition, prefix);
  });
}

function needsOf(condition: Condition, prefix: string): Need[] {
  if ('key' in condition) {
    const { key, match, range, values_count: count, is_empty: empty, is_null: isNull } = condition;
    const kinds: string[] = [];
    if (match !== undefined && match !== null) kinds.push(...kindsFor(Object.values(match).flat()));
    if (range !== undefined && range !== null) kinds.push('float', 'integer');
    const wantsAny = [count, empty, isNull].some((part) => part !== undefined && part !== null);
    if (kinds.length === 0 && !wantsAny) return [];
    return [{ field: `${prefix}${key}`, kinds: wantsAny ? ANY : kinds }];
  }
  if ('is_empty' in condition) return [{ field: `${prefix}${condition.is_empty.key}`, kinds: ANY }];
  if ('is_null' in condition) return [{ field: `${prefix}${condition.is_null.key}`, kinds: ANY }];
  if ('nested' in condition) {
    const { key, filter } = condition.nested;
    return needs(filter, `${prefix}${key.endsWith('[]') ? key : `${key}[]`}.`);
  }
  return 'has_id' in condition || 'has_vector' in condition ? [] : needs(condition, prefix);
}

function kindsFor(values: readonly JsonValue[]): string[] {
  // A list of nothing passes for one of words, which before 1.18.2 an index of integers did not serve.
  if (values.every((value) => typeof value === 'string')) return ['keyword'];
  return values.every((value) => typeof value === 'boolean') ? ['bool'] : ['integer'];
}
