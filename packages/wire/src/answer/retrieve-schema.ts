import { z } from 'zod';
import { blankAsAbsent } from '../shared/blank-as-absent.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { numberIn } from '../shared/number-in.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';
import { MODES, type Mode } from './modes.ts';

/** A request as read: cleaned, within limits. */
export interface RetrieveBody {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly top_k: number;
  readonly score_threshold?: number | undefined;
  readonly source_url_constraint?: string | undefined;
  readonly filter_url?: string | undefined;
  readonly section_constraint?: string | undefined;
  readonly selected_text?: string | undefined;
  readonly selected_text_constraint?: string | undefined;
  readonly mode?: Mode | null | undefined;
  readonly max_tokens: number;
  readonly debug?: boolean | null | undefined;
}

const MOST_TOKENS = 4_000;

const fields = {
  query: optionalText(LIMITS.query).meta({ description: 'The question', minLength: 1 }),
  query_text: optionalText(LIMITS.query).meta({ description: 'Another name of `query`', minLength: 1 }),
  top_k: numberIn(1, 20, 'whole', 5).meta({ description: 'Most passages' }),
  score_threshold: numberIn(0, 1).meta({ description: 'Passages that are less similar to the question are left out' }),
  source_url_constraint: optionalText(LIMITS.url).meta({ description: 'Only this page: its address, or its path' }),
  filter_url: optionalText(LIMITS.url).meta({ description: 'Another name of `source_url_constraint`' }),
  section_constraint: optionalText(LIMITS.name).meta({ description: 'Only this section: its heading or anchor' }),
  selected_text: optionalText(LIMITS.selectionTaken).meta({
    description: `The passages that hold this selection; used up to ${LIMITS.selectionUsed} characters`,
  }),
  selected_text_constraint: optionalText(LIMITS.selectionTaken).meta({
    description: 'Another name of `selected_text`',
  }),
  mode: blankAsAbsent(z.enum(MODES, 'must be `global` or `selected_text_only`').nullish()).meta({
    description: '`selected_text_only` where there is a selection, else `global`, unless given',
  }),
  max_tokens: numberIn(1, MOST_TOKENS, 'whole', MOST_TOKENS).meta({
    description: 'Tokens of all passages together; whole passages only',
  }),
  debug: optionalFlag().meta({ description: 'Also give the vector of the question' }),
};

export const retrieveFields: readonly string[] = Object.keys(fields);

/** `null`, absent and empty-after-trim are the same; unknown fields are ignored (R3). */
export const retrieveSchema: z.ZodType<RetrieveBody> = z
  .object(fields, { error: notAnObject('The body must be a JSON object.') })
  .meta({ anyOf: [{ required: ['query'] }, { required: ['query_text'] }] });
