import type { ContractField } from '../contracts/contract-document.ts';
import { textOf } from './bad-values.ts';

/** Returns values at the limits of what a field accepts. */
export function goodValues({
  type,
  minimum,
  maximum,
  minLength,
  maxLength,
  allowed,
}: ContractField): readonly unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(type === 'number' && minimum !== undefined ? [minimum + 0.5] : []),
    ...(minLength === undefined ? [] : [textOf(minLength)]),
    // Characters outside the Basic Multilingual Plane count once.
    ...(maxLength === undefined ? [] : [textOf(maxLength), '𝄞'.repeat(maxLength)]),
    ...(allowed ?? []),
  ];
}
