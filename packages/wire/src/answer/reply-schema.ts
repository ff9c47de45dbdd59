import { z } from 'zod';

export const ANSWER_STATUSES = ['answered', 'insufficient_context', 'refused'] as const;

export interface AnswerReply {
  readonly answer: string;
  readonly citations: readonly ChunkReference[];
  readonly used_chunks: readonly string[];
  readonly status: (typeof ANSWER_STATUSES)[number];
  readonly warnings: readonly string[] | null;
}

export interface ChunkReference {
  readonly chunk_id: string;
  readonly source_url: string;
  readonly section: string;
  readonly anchor: string;
  readonly quote: string;
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
        quote: z.string().min(1).meta({ description: 'The first thing that the answer takes from it, verbatim' }),
      }),
    )
    .meta({ description: 'Cited passages in order of first use; empty without an answer' }),
  used_chunks: z.array(z.string().min(1)).meta({ description: 'The ids of `citations`' }),
  status: z.enum(ANSWER_STATUSES),
  warnings: z.array(z.string()).nullable().meta({
    description: '`code: text`; without an answer the last one says why. Null when there are none.',
  }),
});
