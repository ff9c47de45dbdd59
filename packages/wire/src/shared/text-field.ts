import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** A cleaned string of at most `limit` Unicode characters. */
export function textField(limit: number): z.ZodType<string, string> {
  return z
    .string('must be a string')
    .meta({ maxLength: limit })
    .transform(cleanText)
    .refine((value) => [...value].length <= limit, `must have at most ${limit} characters`);
}
