import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { numberIn } from '../shared/number-in.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';

/** A request as read: cleaned, within limits. */
export interface QueryBody {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly top_k: number;
  readonly selected_text?: string | undefined;
  readonly selected_text_constraint?: string | undefined;
  readonly filter_url?: string | undefined;
  readonly source_url_constraint?: string | undefined;
  readonly stream?: boolean | null | undefined;
}

const fields = {
  query: optionalText(LIMITS.query).meta({ description: 'The question', minLength: 1 }),
  query_text: optionalText(LIMITS.query).meta({ description: 'Another name of `query`', minLength: 1 }),
  top_k: numberIn(1, 10, 'whole', 5).meta({ description: 'Most passages to answer from' }),
  selected_text: optionalText(LIMITS.selectionTaken).meta({
    description: `Answer from this passage alone; used up to ${LIMITS.selectionUsed} characters`,
  }),
  selected_text_constraint: optionalText(LIMITS.selectionTaken).meta({
    description: 'Another name of `selected_text`',
  }),
  filter_url: optionalText(LIMITS.url).meta({
    description: 'Only this page: its address, or its path. With a selection it says where that stands.',
  }),
  source_url_constraint: optionalText(LIMITS.url).meta({ description: 'Another name of `filter_url`' }),
  stream: optionalFlag().meta({ description: 'Answer as an event stream' }),
};

export const requestFields: readonly string[] = Object.keys(fields);

/** `null`, absent and empty-after-trim are the same; unknown fields are ignored (R3). */
export const requestSchema: z.ZodType<QueryBody> = z
  .object(fields, { error: notAnObject('The body must be a JSON object.') })
  .meta({ anyOf: [{ required: ['query'] }, { required: ['query_text'] }] });
