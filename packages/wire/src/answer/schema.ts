import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import type { JsonSchema } from '../dialect.ts';
import { bundleSchema } from './bundle-schema.ts';
import { MODES, type Mode } from './modes.ts';

/** A request as read, but for the bundle: what is wrong with that is another kind of wrong. */
export interface AnswerBody {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly context_bundle?: unknown;
  readonly mode: Mode;
  readonly selected_text?: string | undefined;
  readonly selected_text_constraint?: string | undefined;
  readonly stream?: boolean | null | undefined;
}

const fields = {
  query: optionalText(LIMITS.query).meta({ description: 'The question', minLength: 1 }),
  query_text: optionalText(LIMITS.query).meta({ description: 'Another name of `query`', minLength: 1 }),
  mode: z.enum(MODES, 'must be `global` or `selected_text_only`').meta({
    description: 'Answer from all passages of the bundle, or strictly from the selection',
  }),
  selected_text: optionalText(LIMITS.selectionTaken).meta({
    description: `The selection, where the bundle does not carry it; used up to ${LIMITS.selectionUsed} characters`,
  }),
  selected_text_constraint: optionalText(LIMITS.selectionTaken).meta({
    description: 'Another name of `selected_text`',
  }),
  stream: optionalFlag().meta({ description: 'Answer as an event stream' }),
};

export const requestFields: readonly string[] = [...Object.keys(fields), 'context_bundle'];

/** `null`, absent and empty-after-trim are the same; unknown fields are ignored (R3). */
export const requestSchema: z.ZodType<AnswerBody> = z.object(
  { ...fields, context_bundle: z.unknown().optional() },
  { error: notAnObject('The body must be a JSON object.') },
);

/** The whole request, bundle included, for the description. */
export function requestJsonSchema(): JsonSchema {
  const whole = z.object({ ...fields, context_bundle: bundleSchema });
  return toJsonSchema(whole.meta({ anyOf: [{ required: ['query'] }, { required: ['query_text'] }] }), 'input');
}
