type Json = Readonly<Record<string, unknown>>;

const TAKEN_EVERYWHERE = ['type', 'description', 'enum', 'minimum', 'maximum', 'required'];

/**
 * The part of a JSON Schema that every service takes: some refuse a whole request for a keyword that they do not know. What is left out is
 * checked when the tool is called.
 */
export function plainSchema(schema: object): Json {
  const { anyOf, properties, items, ...rest } = schema as Json;
  const branch = Array.isArray(anyOf) ? (anyOf as readonly Json[]).find(({ type }) => type !== 'null') : undefined;
  const kept = Object.entries({ ...branch, ...rest }).filter(([key]) => TAKEN_EVERYWHERE.includes(key));
  const inner = (value: unknown): Json => plainSchema(value as object);
  return {
    ...Object.fromEntries(kept),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties as Json).map(([key, value]) => [key, inner(value)])),
        }),
    ...(items === undefined ? {} : { items: inner(items) }),
  };
}
