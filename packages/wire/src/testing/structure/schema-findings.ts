import type { ContractField, ContractItems, ContractStructure } from '../contracts/contract-document.ts';
import type { JsonSchema } from '../../dialect.ts';
import { schemaShape, type SchemaShape } from './schema-shape.ts';

const FACTS = ['minimum', 'maximum', 'minLength', 'maxLength', 'default'] as const;

/** Where a published JSON Schema says something else of a field than the document. */
export function schemaFindings(
  schema: JsonSchema,
  field: ContractField,
  structures: Readonly<Record<string, ContractStructure>>,
  aliases: readonly string[] = [],
): readonly string[] {
  return propertyFindings(schemaShape(schema, schema), field, { root: schema, structures, aliases, path: '' });
}

interface Place {
  readonly root: JsonSchema;
  readonly structures: Readonly<Record<string, ContractStructure>>;
  readonly aliases: readonly string[];
  /** Ends with a dot unless empty. */
  readonly path: string;
}

function propertyFindings(object: SchemaShape, field: ContractField, place: Place): readonly string[] {
  const name = `the schema's ${place.path}${field.name}`;
  const property = object.properties[field.name];
  if (property === undefined) return [`${name} is absent`];
  const shape = schemaShape(property, place.root);
  const found = [...typeFindings(shape, field, name, place)];
  const { alternatives } = object;
  const names = [field.name, ...place.aliases];
  const required =
    object.required.includes(field.name) ||
    (alternatives.length > 0 && alternatives.every((one) => names.some((alias) => one.includes(alias))));
  if (field.required && !required) found.push(`${name} is not required`);
  // A field that another name may stand for is null together with that one (R3).
  const either = field.required && place.aliases.length > 0;
  if (!either && shape.nullable !== field.nullable) found.push(`${name} may ${shape.nullable ? '' : 'not '}be null`);
  for (const fact of FACTS) {
    const written = field[fact];
    if (written !== undefined && shape.facts[fact] !== written) {
      found.push(`${name} has ${fact} ${JSON.stringify(shape.facts[fact])}, not ${JSON.stringify(written)}`);
    }
  }
  if (field.allowed !== undefined && sorted(shape.facts['allowed']) !== sorted(field.allowed)) {
    found.push(`${name} allows ${sorted(shape.facts['allowed'])}, not ${sorted(field.allowed)}`);
  }
  return found;
}

function typeFindings(shape: SchemaShape, wanted: ContractItems, name: string, place: Place): readonly string[] {
  if (shape.types.length !== 1 || shape.types[0] !== wanted.type) {
    return [`${name} is of type ${shape.types.join(' or ') || 'any'}, not ${wanted.type}`];
  }
  const { items } = wanted as Partial<ContractField>;
  if (items !== undefined) {
    if (shape.items === undefined) return [`${name} says nothing of its items`];
    return typeFindings(schemaShape(shape.items, place.root), items, `${name}[]`, place);
  }
  const nested = wanted.structure === undefined ? undefined : place.structures[wanted.structure];
  if (nested === undefined) return [];
  const path = `${name.replace("the schema's ", '')}.`;
  return nested.fields.flatMap((one) => propertyFindings(shape, one, { ...place, aliases: [], path }));
}

function sorted(values: unknown): string {
  return Array.isArray(values) ? JSON.stringify([...(values as unknown[])].sort()) : 'anything';
}
