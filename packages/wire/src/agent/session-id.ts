import type { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { optionalText } from '../shared/optional-text.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

/** Identifier of a conversation (R19), in lower case; `undefined` when left out. */
export const sessionIdField: z.ZodType<string | undefined, string | null | undefined> = optionalText(LIMITS.name)
  .refine(
    (id) => id === undefined || UUID.test(id),
    'must be a UUID, such as the `conversation_id` of an earlier reply',
  )
  .transform((id) => id?.toLowerCase())
  .meta({ format: 'uuid' });
