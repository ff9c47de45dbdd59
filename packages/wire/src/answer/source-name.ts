import type { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { givenText } from './given-text.ts';

/** Schemes that a browser would run or read from the reader's own machine. Browsers overlook control characters in them. */
const ACTIVE = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source):/iu;
const CONTROL = /\p{Cc}/u;

/** The address of a passage's page, or another name of its source, made to be shown as a link without harm. */
export function sourceName(): z.ZodType<string, string> {
  return givenText(LIMITS.url)
    .transform((name) => name.trim())
    .refine(
      (name) => !CONTROL.test(name) && !ACTIVE.test(name),
      'must be the address of a page, or a name of the source that no browser runs',
    );
}
