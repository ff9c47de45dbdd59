import { z } from 'zod';
import { cleanText } from '../shared/clean-text.ts';

/** Text of a bundle, which is compared and quoted as it is: not blank, at most `limit` Unicode characters, no character changed. */
export function givenText(limit: number): z.ZodType<string, string> {
  return z
    .string('must be a string')
    .meta({ minLength: 1, maxLength: limit })
    .refine((text) => cleanText(text) !== '', 'must not be blank')
    .refine((text) => text.length <= limit || [...text].length <= limit, `must have at most ${limit} characters`);
}
