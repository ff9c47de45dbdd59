import type { z } from 'zod';
import { textField } from './text-field.ts';

/** Text that may be left out: `null`, absent and empty-after-trim are the same (R3). */
export function optionalText(limit: number): z.ZodType<string | undefined, string | null | undefined> {
  return textField(limit)
    .nullish()
    .transform((value) => (value === null || value === '' ? undefined : value));
}
