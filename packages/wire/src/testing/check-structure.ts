/**
 * Compares request decoders and published schemas with the contract documents, field by field: presence, type, default, bounds,
 * nullability. That replies follow their published schema is the business of `describeDialect` and `registry.test.ts`. Rules that involve
 * several fields need tests of their own.
 */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Decoded, JsonSchema } from '../dialect.ts';
import {
  contractStructure,
  contractDocument,
  type ContractField,
  type ContractId,
  type ContractStructure,
  type StructureName,
} from './contracts/contract-fields.ts';

type Structures = Readonly<Record<string, ContractStructure>>;

/** Constraints that may be added to those of the document, by field. */
type Bounds = Readonly<
  Record<string, Partial<Pick<ContractField, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'allowed'>>>
>;

/** A decoder of requests of a structure. */
export interface RequestSubject<T> {
  /** JSON Schema 2020-12 of accepted requests. */
  readonly schema: JsonSchema;
  readonly decode: (body: unknown) => Decoded<T>;
  /** A valid body with every field set to a value other than its default. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Returns the decoded value of a field; required for fields with a default. */
  readonly reads?: Readonly<Record<string, (value: T) => unknown>>;
  /** Other names of a field. An issue may use any of them. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Required result for a bad value; default `invalid`. `undefined` as value means a missing field. */
  readonly metBy?: (field: string, value: unknown) => 'invalid' | 'refused';
  readonly also?: Bounds;
}

/** Tests that a decoder, and the schema that is published for it, take and refuse what the document says. */
export function checkRequest<C extends ContractId, T>(
  contract: C,
  name: StructureName<C>,
  subject: RequestSubject<T>,
): void {
  checkFields(contract, name, subject.also, (field, structures) => [
    ...schemaFindings(subject.schema, field, structures),
    ...requestFindings(subject, field),
  ]);
}

/** Tests that the schema that is published for replies is what the document says. */
export function checkReply<C extends ContractId>(
  contract: C,
  name: StructureName<C>,
  schema: JsonSchema,
  also?: Bounds,
): void {
  checkFields(contract, name, also, (field, structures) => schemaFindings(schema, field, structures));
}

function checkFields<C extends ContractId>(
  contract: C,
  name: StructureName<C>,
  also: Bounds = {},
  find: (field: ContractField, structures: Structures) => readonly string[],
): void {
  const fields = contractStructure(contract, name).fields.map((field) => ({ ...field, ...also[field.name] }));
  describe(`${contract} ${name} follows its document`, () => {
    test.each(fields)('$name: $written', (field) => {
      expect(find(field, contractDocument(contract).structures)).toEqual([]);
    });
  });
}

const WRONG = {
  string: [7, true, {}, []],
  number: ['wrong', true, {}, []],
  integer: ['wrong', true, {}, []],
  boolean: ['wrong', 7, {}, []],
  array: ['wrong', 7, true, {}],
  object: ['wrong', 7, true, []],
} as const;

/** Returns values at the limits of what a field accepts. */
function goodValues({ type, minimum, maximum, minLength, maxLength, allowed }: ContractField): readonly unknown[] {
  return [
    ...[minimum, maximum].filter((bound) => bound !== undefined),
    ...(type === 'number' && minimum !== undefined ? [minimum + 0.5] : []),
    ...[minLength, maxLength].flatMap((length) => (length === undefined ? [] : ['w'.repeat(length)])),
    ...(allowed ?? []),
  ];
}

interface BadValue {
  readonly value: unknown;
  /** Words that the refusal must contain in addition to the field's name. */
  readonly says: readonly string[];
}

/** Returns values that a field must refuse: of each other type, just outside its range or length, or not among the allowed ones. */
function badValues(field: ContractField): readonly BadValue[] {
  const { type, minimum, maximum, minLength, maxLength, allowed, required } = field;
  const step = type === 'integer' ? 1 : 0.001;
  const range = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [String(bound)]));
  const beyond = [minimum === undefined ? [] : minimum - step, maximum === undefined ? [] : maximum + step].flat();
  return [
    ...[
      ...WRONG[type],
      ...(required ? [undefined, null] : []),
      ...(required && minLength === 1 ? ['', ' \t\n '] : []),
      ...(type === 'integer' ? [(minimum ?? 1) + 0.5] : []),
    ].map((value) => ({ value, says: [] })),
    ...beyond.map((value) => ({ value, says: [String(value), ...range] })),
    ...(maxLength === undefined ? [] : [{ value: 'w'.repeat(maxLength + 1), says: [String(maxLength)] }]),
    ...(allowed === undefined ? [] : [{ value: 'none-of-them', says: allowed.map(String) }]),
  ];
}

/** Returns differences between the document and how a decoder accepts, refuses or reads a field. */
export function requestFindings<T>(subject: RequestSubject<T>, field: ContractField): readonly string[] {
  const { name } = field;
  const { [name]: given, ...others } = subject.valid;
  const read = subject.reads?.[name];
  const decode = (value: unknown): Decoded<T> =>
    subject.decode(value === undefined ? others : { ...others, [name]: value });
  const valueOf = (decoded: Decoded<T>): unknown =>
    decoded.kind === 'ok' && read !== undefined ? read(decoded.value) : undefined;
  const found = [given, ...goodValues(field)].flatMap((value) => {
    const decoded = decode(value);
    if (decoded.kind !== 'ok') return [`${name}: ${shown(value)} is ${JSON.stringify(decoded)}`];
    const arrived = valueOf(decoded);
    return read === undefined || arrived === value ? [] : [`${name}: ${shown(value)} arrives as ${shown(arrived)}`];
  });
  for (const { value, says } of badValues(field)) {
    const wanted = subject.metBy?.(name, value) ?? 'invalid';
    const problem = refusalProblem(decode(value), [name, ...(subject.aliases?.[name] ?? [])], says, wanted);
    if (problem !== undefined) found.push(`${name}: ${shown(value)} ${problem}`);
  }
  if (field.required) return found;
  const absent = decode(undefined);
  if (JSON.stringify(decode(given)) === JSON.stringify(absent)) found.push(`${name} changes nothing`);
  if (field.default !== undefined && valueOf(absent) !== field.default)
    found.push(`${name} is ${shown(valueOf(absent))} by default, not ${field.default}`);
  return found;
}

/** Returns the problem with the handling of a bad value; `undefined` if it is refused with a name of the field and all required words. */
function refusalProblem(
  decoded: Decoded<unknown>,
  names: readonly string[],
  says: readonly string[],
  wanted: 'invalid' | 'refused',
): string | undefined {
  if (decoded.kind !== wanted) return `is ${decoded.kind}, not ${wanted}`;
  const issue = decoded.issues.find(({ path }) => names.includes(path.split('.')[0]!));
  const isNamed = issue !== undefined && names.some((name) => issue.message.includes(name));
  if (!isNamed) return `is refused without naming the field: ${JSON.stringify(decoded.issues)}`;
  const missing = says.filter((word) => !issue.message.includes(word));
  return missing.length === 0 ? undefined : `is refused without saying ${missing.join(', ')}: ${issue.message}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'absence' : JSON.stringify(value).slice(0, 40);
}

/** Returns differences between a published JSON Schema and the document, for one field: what it takes, what it refuses, and its default. */
export function schemaFindings(root: JsonSchema, field: ContractField, structures: Structures): readonly string[] {
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
    const good = goodValues(one);
    // Texts of white space are a matter of the decoder.
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
