import type { ContractField } from '../contracts/contract-document.ts';
import { textOf } from './bad-values.ts';

/** Values at the edges of what a field takes. */
export function goodValues({ minimum, maximum, minLength, maxLength, allowed }: ContractField): readonly unknown[] {
  return [
    ...(minimum === undefined ? [] : [minimum]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(minLength === undefined ? [] : [textOf(minLength)]),
    // Characters outside the first plane count once.
    ...(maxLength === undefined ? [] : [textOf(maxLength), '𝄞'.repeat(maxLength)]),
    ...(allowed ?? []),
  ];
}
