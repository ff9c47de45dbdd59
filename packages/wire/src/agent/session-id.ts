import { z } from 'zod';
import { cleanText } from '../shared/clean-text.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

/** Identifier of a conversation (R19), in lower case; `undefined` when left out. */
export const sessionIdField: z.ZodType<string | undefined, string | null | undefined> = z
  .string('must be a string')
  .meta({ format: 'uuid' })
  .transform(cleanText)
  .refine((id) => id === '' || UUID.test(id), 'must be a UUID, such as the `conversation_id` of an earlier reply')
  .nullish()
  .transform((id) => (id === null || id === '' ? undefined : id?.toLowerCase()));
