import type { JsonSchema } from '@ibid/wire';

/** One field of a schema, for a table. */
export interface SchemaRow {
  /** Dotted path; `[]` marks list items. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Range, length, default and allowed values as text; may be empty. */
  readonly limits: string;
  readonly description: string;
}

const DEEPEST = 4;

/** Targets of references, by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Returns the fields in order, with those of nested objects after their parent. References are resolved in `schemas`. */
export function schemaRows(given: JsonSchema, schemas: Schemas, prefix = '', depth = 0): readonly SchemaRow[] {
  const schema = followed(given, schemas);
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema['required'] ?? []) as readonly string[];
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = prefix + key;
    const inner = innerObject(field, schemas);
    const row: SchemaRow = {
      name,
      type: typeOf(field, schemas),
      required: required.includes(key),
      limits: limitsOf(field, schemas),
      description: typeof field['description'] === 'string' ? field['description'] : '',
    };
    if (inner === undefined || depth === DEEPEST) return [row];
    return [row, ...schemaRows(inner.schema, schemas, `${name}${inner.list ? '[]' : ''}.`, depth + 1)];
  });
}

/** Resolves a reference; returns any other schema unchanged. */
export function followed(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = /^#\/components\/schemas\/(\w+)$/u.exec(String(schema['$ref']))?.[1];
  return (name === undefined ? undefined : schemas[name]) ?? schema;
}

function variants(given: JsonSchema, schemas: Schemas): readonly JsonSchema[] {
  const field = followed(given, schemas);
  const any = (field['anyOf'] ?? field['oneOf']) as readonly JsonSchema[] | undefined;
  return any === undefined ? [field] : any.flatMap((one) => variants(one, schemas));
}

function innerObject(
  field: JsonSchema,
  schemas: Schemas,
): { readonly schema: JsonSchema; readonly list: boolean } | undefined {
  for (const variant of variants(field, schemas)) {
    if (variant['properties'] !== undefined) return { schema: variant, list: false };
    const items = variant['items'] as JsonSchema | undefined;
    const found = items === undefined ? undefined : innerObject(items, schemas);
    if (found !== undefined) return { schema: found.schema, list: true };
  }
  return undefined;
}

function typeOf(field: JsonSchema, schemas: Schemas): string {
  const names = variants(field, schemas).map((variant): string => {
    const { type, items, const: value } = variant;
    if (value !== undefined) return JSON.stringify(value);
    if (Array.isArray(type)) return type.join(' | ');
    if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items as JsonSchema, schemas)}`;
    return typeof type === 'string' ? type : 'anything';
  });
  return [...new Set(names)].join(' | ');
}

function limitsOf(field: JsonSchema, schemas: Schemas): string {
  const parts = [field, ...variants(field, schemas)].flatMap((variant) => {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = variant;
    const { default: value, enum: values, format } = variant;
    return [
      ...range(minimum, maximum, ''),
      ...range(minLength, maxLength, ' characters'),
      ...range(minItems, maxItems, ' items'),
      ...(Array.isArray(values) ? [values.map((one) => JSON.stringify(one)).join(' | ')] : []),
      ...(typeof format === 'string' ? [format] : []),
      ...(value === undefined ? [] : [`default ${JSON.stringify(value)}`]),
    ];
  });
  return [...new Set(parts)].join(', ');
}

function range(least: unknown, most: unknown, unit: string): readonly string[] {
  if (wide(least) && wide(most)) return [];
  if (wide(most)) return [`at least ${String(least)}${unit}`];
  if (wide(least)) return [`at most ${String(most)}${unit}`];
  return [`${String(least)} to ${String(most)}${unit}`];
}

/** Returns true if a bound is absent or too large to matter. */
function wide(value: unknown): boolean {
  return typeof value !== 'number' || Math.abs(value) >= Number.MAX_SAFE_INTEGER;
}
