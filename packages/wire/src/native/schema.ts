import type { Turn } from '@ibid/core';
import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { numberIn } from '../shared/number-in.ts';
import { optionalFlag } from '../shared/optional-flag.ts';
import { optionalText } from '../shared/optional-text.ts';
import { textField } from '../shared/text-field.ts';

/** A request as read: cleaned, within limits, absent fields `undefined` or `null`. */
export interface NativeRequest {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly selection?:
    | {
        readonly text?: string | undefined;
        readonly url?: string | undefined;
        readonly section?: string | undefined;
        readonly only?: boolean | null | undefined;
      }
    | null
    | undefined;
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
  readonly history?: readonly Turn[] | null | undefined;
  readonly max_citations?: number | undefined;
  /** Searches the words as typed, also those that look misspelt. */
  readonly exact?: boolean | null | undefined;
  readonly stream?: boolean | null | undefined;
}

const selection = z.strictObject(
  {
    text: optionalText(LIMITS.selectionTaken),
    url: optionalText(LIMITS.url),
    section: optionalText(LIMITS.name),
    only: optionalFlag(),
  },
  { error: notAnObject('must be an object with `text`') },
);

const turn = z.strictObject(
  { role: z.enum(['reader', 'assistant'], 'must be `reader` or `assistant`'), text: textField(LIMITS.turn) },
  { error: notAnObject('must be an object with `role` and `text`') },
);

/** `null`, absent and empty-after-trim are the same (R3); unknown keys are refused. */
export const requestSchema: z.ZodType<NativeRequest> = z.strictObject(
  {
    query: optionalText(LIMITS.query).meta({ minLength: 1 }),
    query_text: optionalText(LIMITS.query).meta({ minLength: 1 }),
    selection: selection.nullish(),
    page: optionalText(LIMITS.url),
    section: optionalText(LIMITS.name),
    locale: optionalText(LIMITS.name),
    version: optionalText(LIMITS.name),
    history: z
      .array(turn, 'must be a list of turns')
      .max(LIMITS.turns, `must have at most ${LIMITS.turns} turns`)
      .nullish(),
    max_citations: numberIn(1, LIMITS.citations, 'whole'),
    exact: optionalFlag(),
    stream: optionalFlag(),
  },
  { error: notAnObject('The body must be a JSON object.') },
);
