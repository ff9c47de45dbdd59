import type { ContractField, ContractStructure } from '../contracts/contract-document.ts';
import { jsonType } from './json-type.ts';

/** Returns problems with a reply value that does not match its field; checks array items and object fields too. Each starts with `path`. */
export function valueFindings(
  value: unknown,
  field: ContractField,
  structures: Readonly<Record<string, ContractStructure>>,
  path: string,
): readonly string[] {
  const type = jsonType(value);
  if (type === 'absent') return [`${path} is absent`];
  if (type === 'null') return field.nullable ? [] : [`${path} is null`];
  if (type !== field.type && !(type === 'integer' && field.type === 'number')) {
    return [`${path} is of type ${type}, not ${field.type}`];
  }
  const found: string[] = [];
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) found.push(`${path} is ${value}`);
    if (value < (field.minimum ?? -Infinity)) found.push(`${path} is ${value}, below ${field.minimum}`);
    if (value > (field.maximum ?? Infinity)) found.push(`${path} is ${value}, above ${field.maximum}`);
  }
  if (typeof value === 'string') {
    const { length } = [...value];
    if (length < (field.minLength ?? 0)) found.push(`${path} has ${length} characters, fewer than ${field.minLength}`);
    if (length > (field.maxLength ?? Infinity)) {
      found.push(`${path} has ${length} characters, more than ${field.maxLength}`);
    }
  }
  if (field.allowed !== undefined && !field.allowed.some((one) => one === value)) {
    found.push(`${path} is ${JSON.stringify(value)}, none of ${field.allowed.join(', ')}`);
  }
  if (Array.isArray(value) && field.items !== undefined) {
    const item = { name: '', written: '', nullable: false, required: true, ...field.items };
    value.forEach((one, index) => found.push(...valueFindings(one, item, structures, `${path}.${index}`)));
  }
  const nested = field.structure === undefined ? undefined : structures[field.structure];
  if (type === 'object' && nested !== undefined) {
    for (const one of nested.fields) {
      found.push(
        ...valueFindings((value as Record<string, unknown>)[one.name], one, structures, `${path}.${one.name}`),
      );
    }
  }
  return found;
}
