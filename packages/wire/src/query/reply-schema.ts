import { z } from 'zod';

export interface QueryReply {
  readonly answer: string;
  readonly sources: readonly QuerySource[];
  readonly message: string | null;
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  readonly warnings: readonly string[];
}

export interface QuerySource {
  readonly url: string;
  readonly title: string;
  readonly section: string;
  readonly score: number;
  readonly chunk_id: string;
  readonly anchor: string;
  readonly quotes: readonly string[];
}

/** Every reply fits; the API description is made from it. */
export const replySchema: z.ZodType<QueryReply> = z.strictObject({
  answer: z.string().min(1).meta({
    description:
      'Markdown; `[1]` is the first of `sources`. Without an answer it says so and names the nearest sections.',
  }),
  sources: z
    .array(
      z.strictObject({
        url: z
          .string()
          .min(1)
          .meta({ description: 'Address of the page; `selected_text` for a selection that stands nowhere here' }),
        title: z.string(),
        section: z.string().min(1),
        score: z.number().min(0).max(1).meta({
          description: 'Similarity of question and passage; 1 for a passage of a selection, which the reader chose',
        }),
        chunk_id: z.string(),
        anchor: z.string().meta({ description: "Id of the section in the page; '' = its top" }),
        quotes: z.array(z.string().min(1)).min(1).meta({
          description: 'What the answer takes from the passage, verbatim, in order of first use',
        }),
      }),
    )
    .meta({ description: 'Cited passages in order of first use; empty when there is no answer' }),
  message: z.string().nullable().meta({ description: 'What else the reader should know; null when there is nothing' }),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  warnings: z.array(z.string()).meta({ description: '`code: text`' }),
});
