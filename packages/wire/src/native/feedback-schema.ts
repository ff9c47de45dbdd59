import { FEEDBACK_REASONS, type FeedbackReason } from '@ibid/core';
import { z } from 'zod';
import { blankAsAbsent } from '../shared/blank-as-absent.ts';
import { cleanText } from '../shared/clean-text.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { optionalText } from '../shared/optional-text.ts';

/** A request as read: cleaned, within limits, absent fields `undefined` or `null`. */
export interface NativeFeedback {
  /** UUID in lower case. */
  readonly request_id: string;
  readonly verdict: 'up' | 'down';
  readonly reasons?: readonly FeedbackReason[] | null | undefined;
  readonly note?: string | undefined;
  readonly page?: string | undefined;
}

export interface NativeFeedbackReply {
  /** Of the request that was judged. */
  readonly request_id: string;
  readonly status: 'kept';
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;
const LONGEST_NOTE = 500;
const NO_ID = 'must be the `request_id` of a reply, a UUID';
const NO_REASON = `must be one of ${FEEDBACK_REASONS.map((reason) => `\`${reason}\``).join(', ')}`;

const requestId = z
  .string(NO_ID)
  .meta({ format: 'uuid', description: 'Of the reply that is judged' })
  .transform(cleanText)
  .refine((id) => UUID.test(id), NO_ID)
  .transform((id) => id.toLowerCase());

/** `null`, absent and empty-after-trim are the same for what may be left out (R3); unknown keys are refused. */
export const feedbackSchema: z.ZodType<NativeFeedback> = z.strictObject(
  {
    request_id: requestId,
    verdict: z.enum(['up', 'down'], 'must be `up` or `down`'),
    reasons: blankAsAbsent(
      z
        .array(z.enum(FEEDBACK_REASONS, NO_REASON), 'must be a list of reasons')
        .max(FEEDBACK_REASONS.length, `must have at most ${FEEDBACK_REASONS.length} reasons`)
        .nullish(),
    ),
    note: optionalText(LONGEST_NOTE).meta({ description: "In the reader's own words" }),
    page: optionalText(LIMITS.url).meta({ description: 'Address of the page on which it is given' }),
  },
  { error: notAnObject('The body must be a JSON object.') },
);

export const feedbackReplySchema: z.ZodType<NativeFeedbackReply> = z.strictObject({
  request_id: z.string(),
  status: z.literal('kept'),
});
