import type { ContractField, JsonType } from '../../packages/wire/src/testing/contracts/contract-document.ts';

/** JSON types of an example's fields. Throws where the example and the fields of its structure contradict each other. */
export function exampleTypes(
  name: string,
  json: string,
  fields: readonly ContractField[],
): Readonly<Record<string, JsonType>> {
  const types = Object.fromEntries(
    Object.entries(JSON.parse(json) as Record<string, unknown>).map(([field, value]) => [field, jsonType(value)]),
  );
  for (const [field, type] of Object.entries(types)) {
    const known = fields.find((one) => one.name === field);
    const expected = known?.type === 'integer' ? 'number' : known?.type;
    if (type !== expected && !(type === 'null' && known?.nullable === true)) {
      throw new Error(`The example of ${name} has \`${field}\` as ${type}; its fields say ${expected ?? 'nothing'}.`);
    }
  }
  for (const field of fields) {
    if (field.required && types[field.name] === undefined) {
      throw new Error(`The example of ${name} lacks the required \`${field.name}\`.`);
    }
  }
  return types;
}

function jsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}
