import { z } from 'zod';
import { blankAsAbsent } from '../shared/blank-as-absent.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';
import { sessionIdField } from './session-id.ts';
import { tuningFields, type Tuning } from './tuning.ts';

/** A request as read: cleaned, within limits, absent fields `undefined` or `null`. */
export interface AgentRequest extends Tuning {
  readonly query_text?: string | undefined;
  readonly query?: string | undefined;
  readonly selected_text?: string | undefined;
  readonly selected_text_constraint?: string | undefined;
  readonly session_id?: string | undefined;
  readonly conversation_id?: string | undefined;
  readonly source_url_constraint?: string | undefined;
  readonly filter_url?: string | undefined;
  readonly section_constraint?: string | undefined;
  readonly parameters?: Tuning | null | undefined;
  readonly stream?: boolean | null | undefined;
}

/** Most characters of a query in this contract (R1). */
const QUERY = 999;

const fields = {
  query_text: optionalText(QUERY).meta({ minLength: 1 }),
  query: optionalText(QUERY).meta({ minLength: 1, description: 'Another name of `query_text`' }),
  selected_text: optionalText(LIMITS.selectionTaken),
  selected_text_constraint: optionalText(LIMITS.selectionTaken).meta({
    description: 'Another name of `selected_text`',
  }),
  session_id: sessionIdField,
  conversation_id: sessionIdField.meta({ description: 'Another name of `session_id`' }),
  source_url_constraint: optionalText(LIMITS.url).meta({
    description: 'Only this page; with a selection it says where that stands',
  }),
  filter_url: optionalText(LIMITS.url).meta({ description: 'Another name of `source_url_constraint`' }),
  section_constraint: optionalText(LIMITS.name).meta({
    description: 'Only this section; with a selection it says where that stands',
  }),
  ...tuningFields,
  parameters: blankAsAbsent(z.object(tuningFields, 'must be an object').nullish()).meta({
    description: 'The four settings may also stand in here',
  }),
  stream: optionalFlag(),
};

export const REQUEST_FIELDS: readonly string[] = Object.keys(fields);

/** `null`, absent and empty-after-trim are the same, and other fields are ignored (R3). */
export const requestSchema: z.ZodType<AgentRequest> = z.object(fields, {
  error: notAnObject('The body must be a JSON object.'),
});
