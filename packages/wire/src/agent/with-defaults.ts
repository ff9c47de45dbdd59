import type { JsonSchema } from '../dialect.ts';

/** An object's schema with the defaults of its fields: zod leaves them out of fields that it transforms. */
export function withDefaults(schema: JsonSchema, defaults: Readonly<Record<string, number>>): JsonSchema {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const described = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
    name,
    name in defaults ? { ...property, default: defaults[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(described) };
}
