import type { ContractField, FieldType } from '../../packages/wire/src/testing/contracts/contract-document.ts';

const NAMES: Readonly<Record<string, FieldType>> = {
  str: 'string',
  string: 'string',
  keyword: 'string',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  array: 'array',
  dict: 'object',
};

export type NormalType = Pick<ContractField, 'type' | 'items' | 'structure' | 'nullable'>;

/** `Optional[List[str]]`, `int, optional`, `AgentInput` … Capitalised names that are no type are structures. Throws on anything else. */
export function fieldType(written: string): NormalType {
  const optional = /^Optional\[(.+)\]$/u.exec(written) ?? /^(.+), optional$/u.exec(written);
  if (optional !== null) return { ...fieldType(optional[1]!), nullable: true };
  const list = /^list\[(.+)\]$/iu.exec(written);
  if (list !== null) {
    const { type, structure } = fieldType(list[1]!);
    return { type: 'array', items: { type, ...(structure === undefined ? {} : { structure }) }, nullable: false };
  }
  const type = NAMES[written.toLowerCase()];
  if (type !== undefined) return { type, nullable: false };
  if (/^[A-Z]\w+$/u.test(written)) return { type: 'object', structure: written, nullable: false };
  throw new Error(`\`${written}\` is no type that the reader knows; teach \`field-type.ts\` about it.`);
}
