import { z } from 'zod';

export interface AskReply {
  readonly answer: string;
  readonly citations: readonly AskCitation[];
  readonly message: string | null;
}

export interface AskCitation {
  readonly source_url: string;
  readonly section: string;
  readonly raw_text_snippet: string;
  readonly anchor: string;
}

/** Every reply fits; the API description is made from it. */
export const replySchema: z.ZodType<AskReply> = z.strictObject({
  answer: z.string().min(1).meta({
    description:
      'Markdown; `[1]` is the first of `citations`. Without an answer it says so and names the nearest sections.',
  }),
  citations: z
    .array(
      z.strictObject({
        source_url: z
          .string()
          .min(1)
          .meta({ description: 'Address of the page; `selected_text` for a selection that stands nowhere here' }),
        section: z.string().min(1),
        raw_text_snippet: z.string().min(1).meta({ description: 'Verbatim in the page' }),
        anchor: z.string().meta({ description: "Id of the section in the page; '' = its top" }),
      }),
    )
    .meta({ description: 'In order of first use; empty when there is no answer' }),
  message: z.string().nullable().meta({ description: 'What else the reader should know; null when there is nothing' }),
});
