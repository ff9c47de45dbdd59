import type { FieldType } from '../contracts/contract-document.ts';

/** Returns the JSON type of a value; whole numbers are `integer`. */
export function jsonType(value: unknown): FieldType | 'null' | 'absent' {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as 'string' | 'boolean' | 'object';
}
