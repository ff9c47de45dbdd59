import type { Turn } from '@ibid/core';
import { z } from 'zod';
import { cleanText } from './clean-text.ts';

/** Limits of R1 and R5, in Unicode characters. */
export const LIMITS = {
  query: 2_000,
  selectionUsed: 2_000,
  selectionTaken: 5_000,
  turns: 20,
  turn: 4_000,
  citations: 20,
  name: 500,
  url: 2_000,
} as const;

/** A request as read: cleaned, within limits, absent fields `undefined` or `null`. */
export interface NativeRequest {
  readonly query?: string | undefined;
  readonly query_text?: string | undefined;
  readonly selection?:
    | { readonly text?: string | undefined; readonly url?: string | undefined; readonly section?: string | undefined }
    | null
    | undefined;
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
  readonly history?: readonly Turn[] | null | undefined;
  readonly max_citations?: number | null | undefined;
  readonly stream?: boolean | null | undefined;
}

const text = (limit: number) =>
  z
    .string('must be a string')
    .transform(cleanText)
    .refine((value) => [...value].length <= limit, `must have at most ${limit} characters`);

const optional = (limit: number) =>
  text(limit)
    .nullish()
    .transform((value) => (value === null || value === '' ? undefined : value));

const selection = z.strictObject(
  { text: optional(LIMITS.selectionTaken), url: optional(LIMITS.url), section: optional(LIMITS.name) },
  { error: named('must be an object with `text`') },
);

const turn = z.strictObject(
  { role: z.enum(['reader', 'assistant'], 'must be `reader` or `assistant`'), text: text(LIMITS.turn) },
  { error: named('must be an object with `role` and `text`') },
);

const range = `must be a whole number from 1 to ${LIMITS.citations}`;

/** `null`, absent and empty-after-trim are the same (R3); unknown keys are refused. */
export const requestSchema: z.ZodType<NativeRequest> = z.strictObject(
  {
    query: optional(LIMITS.query),
    query_text: optional(LIMITS.query),
    selection: selection.nullish(),
    page: optional(LIMITS.url),
    section: optional(LIMITS.name),
    locale: optional(LIMITS.name),
    version: optional(LIMITS.name),
    history: z
      .array(turn, 'must be a list of turns')
      .max(LIMITS.turns, `must have at most ${LIMITS.turns} turns`)
      .nullish(),
    max_citations: z.int(range).min(1, range).max(LIMITS.citations, range).nullish(),
    stream: z.boolean('must be true or false').nullish(),
  },
  { error: named('The body must be a JSON object.') },
);

/** Unknown keys keep their own issue, which names them; everything else is a wrong type. */
function named(wrongType: string): (issue: { readonly code?: string }) => string | undefined {
  return (issue) => (issue.code === 'unrecognized_keys' ? undefined : wrongType);
}
