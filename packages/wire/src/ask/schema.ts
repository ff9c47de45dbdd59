import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';

/** A request as read: cleaned, within limits. */
export interface AskBody {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly source_url_constraint?: string | undefined;
  readonly filter_url?: string | undefined;
  readonly section_constraint?: string | undefined;
  readonly selected_text_constraint?: string | undefined;
  readonly selected_text?: string | undefined;
  readonly stream?: boolean | null | undefined;
}

const fields = {
  query: optionalText(LIMITS.query).meta({ description: 'The question', minLength: 1 }),
  query_text: optionalText(LIMITS.query).meta({ description: 'Another name of `query`', minLength: 1 }),
  source_url_constraint: optionalText(LIMITS.url).meta({
    description: 'Only this page: its address, or its path. With a selection it says where that stands.',
  }),
  filter_url: optionalText(LIMITS.url).meta({ description: 'Another name of `source_url_constraint`' }),
  section_constraint: optionalText(LIMITS.name).meta({
    description: 'Only the section with this heading or anchor. With a selection it says where that stands.',
  }),
  selected_text_constraint: optionalText(LIMITS.selectionTaken).meta({
    description: `Answer from this passage alone; used up to ${LIMITS.selectionUsed} characters`,
  }),
  selected_text: optionalText(LIMITS.selectionTaken).meta({
    description: 'Another name of `selected_text_constraint`',
  }),
  stream: optionalFlag().meta({ description: 'Answer as an event stream' }),
};

export const requestFields: readonly string[] = Object.keys(fields);

/** `null`, absent and empty-after-trim are the same; unknown fields are ignored (R3). */
export const requestSchema: z.ZodType<AskBody> = z
  .object(fields, { error: notAnObject('The body must be a JSON object.') })
  .meta({ anyOf: [{ required: ['query'] }, { required: ['query_text'] }] });
