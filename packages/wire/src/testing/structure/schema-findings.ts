import type { ContractField, ContractItems, ContractStructure } from '../contracts/contract-document.ts';
import type { JsonSchema } from '../../dialect.ts';
import { schemaShape, type SchemaShape } from './schema-shape.ts';

const FACTS = ['minimum', 'maximum', 'minLength', 'maxLength', 'default'] as const;

/** Returns differences between a published JSON Schema and the document, for one field. */
export function schemaFindings(
  schema: JsonSchema,
  field: ContractField,
  structures: Readonly<Record<string, ContractStructure>>,
): readonly string[] {
  return propertyFindings(schemaShape(schema, schema), field, { root: schema, structures, path: '' });
}

interface Place {
  readonly root: JsonSchema;
  readonly structures: Readonly<Record<string, ContractStructure>>;
  /** Ends with a dot unless empty. */
  readonly path: string;
}

function propertyFindings(object: SchemaShape, field: ContractField, place: Place): readonly string[] {
  const name = `the schema's ${place.path}${field.name}`;
  const property = object.properties[field.name];
  if (property === undefined) return [`${name} is absent`];
  const shape = schemaShape(property, place.root);
  const found = [...typeFindings(shape, field, name, place)];
  if (field.required && !object.required.includes(field.name)) found.push(`${name} is not required`);
  if (shape.nullable !== field.nullable) found.push(`${name} may ${shape.nullable ? '' : 'not '}be null`);
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
  return nested.fields.flatMap((one) => propertyFindings(shape, one, { ...place, path }));
}

function sorted(values: unknown): string {
  return Array.isArray(values) ? JSON.stringify([...(values as unknown[])].sort()) : 'anything';
}
