import { z } from 'zod';
import { ANSWER_STATUSES, type AnswerStatus } from '../shared/answer-status.ts';

export interface AnswerReply {
  readonly answer: string;
  readonly citations: readonly ChunkReference[];
  readonly used_chunks: readonly string[];
  readonly status: AnswerStatus;
  readonly warnings: readonly string[] | null;
}

export interface ChunkReference {
  readonly chunk_id: string;
  readonly source_url: string;
  readonly section: string;
  readonly anchor: string;
  readonly quotes: readonly string[];
}

/** Every reply fits; the API description is made from it. */
export const replySchema: z.ZodType<AnswerReply> = z.strictObject({
  answer: z.string().min(1).meta({
    description: 'Markdown; `[1]` is the first of `citations`. Without an answer it says so.',
  }),
  citations: z
    .array(
      z.strictObject({
        chunk_id: z.string().min(1).meta({ description: 'A passage of the bundle' }),
        source_url: z.string().min(1),
        section: z.string(),
        anchor: z.string().meta({ description: "Id of the section in the page; '' = its top" }),
        quotes: z.array(z.string().min(1)).min(1).meta({
          description: 'What the answer takes from it, verbatim, in order of first use',
        }),
      }),
    )
    .meta({ description: 'Cited passages in order of first use; empty without an answer' }),
  used_chunks: z.array(z.string().min(1)).meta({ description: 'The ids of `citations`' }),
  status: z.enum(ANSWER_STATUSES),
  warnings: z.array(z.string()).nullable().meta({
    description: '`code: text`; without an answer the last one says why. Null when there are none.',
  }),
});
