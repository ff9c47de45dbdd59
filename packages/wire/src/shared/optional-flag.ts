import { z } from 'zod';
import { blankAsAbsent } from './blank-as-absent.ts';

type Flag = boolean | null | undefined;

/** True or false, or left out (R3). */
export function optionalFlag(): z.ZodType<Flag, Flag> {
  return blankAsAbsent(z.boolean('must be true or false').nullish());
}
