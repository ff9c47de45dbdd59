import { z } from 'zod';
import type { ContractField, ContractStructure } from '../contracts/contract-document.ts';
import type { JsonSchema } from '../../dialect.ts';
import { badValues } from './bad-values.ts';
import { goodValues } from './good-values.ts';

/** Returns differences between a published JSON Schema and the document, for one field: what it takes, what it refuses, and its default. */
export function schemaFindings(
  root: JsonSchema,
  field: ContractField,
  structures: Readonly<Record<string, ContractStructure>>,
): readonly string[] {
  function propertyFindings(object: readonly JsonSchema[], one: ContractField, path: string): readonly string[] {
    const name = `${path}${one.name}`;
    const property = memberOf<Readonly<Record<string, JsonSchema>>>(object, 'properties')?.[one.name];
    if (property === undefined) return [`${name} is absent`];
    const isRequired = object.some(({ required }) => (required as readonly string[] | undefined)?.includes(one.name));
    return [
      ...(one.required && !isRequired ? [`${name} is not required`] : []),
      ...(one.default === undefined || variants(property).some((schema) => schema['default'] === one.default)
        ? []
        : [`${name} is not ${one.default} by default`]),
      ...valueFindings(property, one, name),
    ];
  }

  function valueFindings(schema: JsonSchema, one: ContractField, name: string): readonly string[] {
    const whole = { ...schema, $defs: root['$defs'] } as Parameters<typeof z.fromJSONSchema>[0];
    const takes = (value: unknown): boolean => z.fromJSONSchema(whole).safeParse(value).success;
    // Texts of white space are a matter of the decoder. JSON Schema counts characters as the document does, but zod does not.
    const good = goodValues(one).filter((value) => typeof value !== 'string' || !value.includes('𝄞'));
    const bad = badValues(one).flatMap(({ value }) => (value == null || value === ' \t\n ' ? [] : [value]));
    const found = [
      ...(one.nullable ? [...good, null] : good).filter((value) => !takes(value)).map((value) => ['refuses', value]),
      ...(one.nullable ? bad : [...bad, null]).filter(takes).map((value) => ['takes', value]),
    ].map(([does, value]) => `${name} ${String(does)} ${JSON.stringify(value)}`);
    const parts = variants(schema);
    const allowed = memberOf<readonly unknown[]>(parts, 'enum')?.toSorted().join();
    if (one.allowed !== undefined && allowed !== one.allowed.toSorted().join()) found.push(`${name} allows ${allowed}`);
    if (one.items !== undefined) {
      const items = memberOf<JsonSchema>(parts, 'items');
      const item = { ...one.items, name: '', written: '', nullable: false, required: true };
      found.push(
        ...(items === undefined ? [`${name} says nothing of its items`] : valueFindings(items, item, `${name}[]`)),
      );
    }
    const nested = one.structure === undefined ? undefined : structures[one.structure];
    for (const inner of nested?.fields ?? []) found.push(...propertyFindings(parts, inner, `${name}.`));
    return found;
  }

  /** A schema and its alternatives, with references resolved. */
  function variants(schema: JsonSchema): readonly JsonSchema[] {
    const { $ref: reference, anyOf = [], oneOf = [], allOf = [] } = schema;
    const name = typeof reference === 'string' ? reference.split('/').at(-1)! : undefined;
    const others = [anyOf, oneOf, allOf].flat() as readonly JsonSchema[];
    if (name === undefined) return [schema, ...others.flatMap(variants)];
    return variants((root['$defs'] as Readonly<Record<string, JsonSchema>>)[name]!);
  }

  return propertyFindings(variants(root), field, "the schema's ");
}

function memberOf<T>(schemas: readonly JsonSchema[], name: string): T | undefined {
  return schemas.find((schema) => schema[name] !== undefined)?.[name] as T | undefined;
}
