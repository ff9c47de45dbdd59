import { z } from 'zod';
import type { JsonSchema } from '../dialect.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalText } from '../shared/optional-text.ts';
import { textField } from '../shared/text-field.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { tuningFields, type TuningDefaults } from './tuning.ts';
import { withDefaults } from './with-defaults.ts';

/** What an agent asks the tool for. */
export interface RetrievalToolInput {
  /** 1 to 999 characters. */
  readonly query_text: string;
  /** 1 to 10; 5 unless given. */
  readonly top_k?: number | null | undefined;
  /** 0 to 1; 0.5 unless given. */
  readonly score_threshold?: number | null | undefined;
  /** Only passages of this selection come back. */
  readonly selected_text?: string | null | undefined;
}

const QUERY = 999;
const MISSING = 'is required and must not be blank';

/** Other fields are ignored. */
export const retrievalToolInputSchema: z.ZodType<RetrievalToolInput, RetrievalToolInput> = z.object(
  {
    query_text: textField(QUERY, MISSING)
      .refine((text) => text !== '', MISSING)
      .meta({ minLength: 1, description: 'What to look for, in the words that the documentation would use' }),
    top_k: tuningFields.top_k.meta({ description: 'Most passages to return' }),
    score_threshold: tuningFields.score_threshold.meta({ description: 'Least similarity of a passage, 0 to 1' }),
    selected_text: optionalText(LIMITS.selectionTaken).meta({
      description: 'Text that the reader selected on a page; with it, only passages of the selection come back',
    }),
  },
  { error: notAnObject('The input must be a JSON object.') },
);

/** JSON Schema 2020-12 of the input. */
export function retrievalToolParameters(tuning: TuningDefaults): JsonSchema {
  return withDefaults(toJsonSchema(retrievalToolInputSchema, 'input'), {
    top_k: tuning.top_k,
    score_threshold: tuning.score_threshold,
  });
}
