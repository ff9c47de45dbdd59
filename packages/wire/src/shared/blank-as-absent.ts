import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** A field of any type that may be left out, for which blank text is the same as leaving it out (R3). */
export function blankAsAbsent<Output, Input>(schema: z.ZodType<Output, Input>): z.ZodType<Output, Input> {
  // Blank text is taken without being promised: the description says what the field is meant to hold.
  return z.preprocess(withoutBlank, schema) as unknown as z.ZodType<Output, Input>;
}

function withoutBlank(value: unknown): unknown {
  return typeof value === 'string' && cleanText(value) === '' ? undefined : value;
}
