import type { ContractField } from '../contracts/contract-document.ts';

export interface BadValue {
  readonly value: unknown;
  /** Words that the refusal must contain in addition to the field's name. */
  readonly says: readonly string[];
}

const WRONG = {
  string: [7, true, {}, []],
  number: ['wrong', true, {}, []],
  integer: ['wrong', true, {}, []],
  boolean: ['wrong', 7, {}, []],
  array: ['wrong', 7, true, {}],
  object: ['wrong', 7, true, []],
} as const;

/** Returns values that a field must refuse: of each other type, just outside its range or length, or not among the allowed ones. */
export function badValues(field: ContractField): readonly BadValue[] {
  const { type, minimum, maximum, minLength, maxLength, allowed, required } = field;
  const bad: BadValue[] = WRONG[type].map((value) => ({ value, says: [] }));
  if (required) bad.push({ value: undefined, says: [] }, { value: null, says: [] });
  if (type === 'integer') bad.push({ value: (minimum ?? 1) + 0.5, says: [] });
  const step = type === 'integer' ? 1 : 0.001;
  const range = [minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [String(bound)]));
  if (minimum !== undefined) bad.push({ value: minimum - step, says: [String(minimum - step), ...range] });
  if (maximum !== undefined) bad.push({ value: maximum + step, says: [String(maximum + step), ...range] });
  if (minLength === 1 && required) bad.push({ value: '', says: [] }, { value: ' \t\n ', says: [] });
  if (maxLength !== undefined) bad.push({ value: textOf(maxLength + 1), says: [String(maxLength)] });
  if (allowed !== undefined) bad.push({ value: 'none-of-them', says: allowed.map(String) });
  return bad;
}

/** Returns a word with this number of characters. */
export function textOf(characters: number): string {
  return 'w'.repeat(characters);
}
