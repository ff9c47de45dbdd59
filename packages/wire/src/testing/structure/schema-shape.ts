import type { JsonSchema } from '../../dialect.ts';

/** Normalised content of one place in a JSON Schema: references resolved, and alternatives with `null` merged. */
export interface SchemaShape {
  /** Types without `null`. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly items: JsonSchema | undefined;
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Names that every alternative requires. */
  readonly required: readonly string[];
}

const FACTS = ['minimum', 'maximum', 'minLength', 'maxLength', 'default'];

export function schemaShape(schema: JsonSchema, root: JsonSchema): SchemaShape {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return schemaShape(pointed(root, reference), root);
  const parts = list(schema['allOf']).map((one) => schemaShape(one, root));
  const branches = [...list(schema['anyOf']), ...list(schema['oneOf'])].map((one) => schemaShape(one, root));
  const branch = united(branches.filter(({ types, properties }) => types.length > 0 || named(properties)));
  const own = ownShape(schema);
  const all = [own, ...parts, ...(branch === undefined ? [] : [branch])];
  return {
    types: [...new Set(all.flatMap(({ types }) => types))],
    nullable: own.nullable || branches.some(({ nullable }) => nullable),
    facts: Object.assign({}, ...all.map(({ facts }) => facts).toReversed()) as Record<string, unknown>,
    items: all.find(({ items }) => items !== undefined)?.items,
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Record<string, JsonSchema>,
    required: [...new Set(all.flatMap(({ required }) => required))],
  };
}

function ownShape(schema: JsonSchema): SchemaShape {
  const type = schema['type'];
  const given = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as readonly string[];
  const values = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined;
  const allowed = values?.filter((value) => value !== null);
  const types = given.length === 0 && allowed !== undefined ? allowed.map((value) => typeof value) : given;
  const facts: Record<string, unknown> = {};
  for (const name of FACTS) if (schema[name] !== undefined) facts[name] = schema[name];
  if (allowed !== undefined && allowed.length > 0) facts['allowed'] = allowed;
  return {
    types: [...new Set(types.filter((one) => one !== 'null'))],
    nullable: given.includes('null') || values?.includes(null) === true,
    facts,
    items: schema['items'] as JsonSchema | undefined,
    properties: (schema['properties'] ?? {}) as Record<string, JsonSchema>,
    required: (schema['required'] ?? []) as string[],
  };
}

/** Merges alternatives: a fact is kept only if all of them state it. */
function united(branches: readonly SchemaShape[]): SchemaShape | undefined {
  const [first, ...others] = branches;
  if (first === undefined || others.length === 0) return first;
  const same = Object.entries(first.facts).filter(
    ([name, value]) => name !== 'allowed' && others.every(({ facts }) => facts[name] === value),
  );
  const allowed = branches.map(({ facts }) => facts['allowed'] as unknown[] | undefined);
  return {
    types: [...new Set(branches.flatMap(({ types }) => types))],
    nullable: false,
    facts: {
      ...Object.fromEntries(same),
      ...(allowed.includes(undefined) ? {} : { allowed: allowed.flatMap((one) => one ?? []) }),
    },
    items: branches.find(({ items }) => items !== undefined)?.items,
    properties: Object.assign({}, ...branches.map(({ properties }) => properties)) as Record<string, JsonSchema>,
    required: first.required.filter((name) => others.every(({ required }) => required.includes(name))),
  };
}

function pointed(root: JsonSchema, reference: string): JsonSchema {
  let at: unknown = root;
  for (const part of reference.split('/').slice(1)) at = (at as Record<string, unknown> | undefined)?.[part];
  if (at === undefined) throw new Error(`The schema refers to \`${reference}\`, which it does not have.`);
  return at as JsonSchema;
}

function list(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? (value as JsonSchema[]) : [];
}

function named(properties: object): boolean {
  return Object.keys(properties).length > 0;
}
