import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** A cleaned string of at most `limit` Unicode characters; `missing` is what is wrong where it is not there at all. */
export function textField(limit: number, missing = 'must be a string'): z.ZodType<string, string> {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'must be a string') })
    .meta({ maxLength: limit })
    .transform(cleanText)
    .refine((value) => [...value].length <= limit, `must have at most ${limit} characters`);
}
