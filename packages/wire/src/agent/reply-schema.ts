import { z } from 'zod';
import { ANSWER_STATUSES } from '../shared/answer-status.ts';
import type { AgentReply } from './reply.ts';
import { retrievedChunkSchema } from './retrieved-chunk-schema.ts';

/** The fields of every reply to a question; the API description is made from them. */
const replyFields = {
  response_text: z.string().min(1).meta({ description: 'Markdown; `[n]` names the n-th of `citations`' }),
  retrieved_chunks: z.array(retrievedChunkSchema).meta({
    description:
      'What the answer was made from, most similar first; passages of a selection in the order of their page',
  }),
  conversation_id: z.string().meta({ description: 'Send it as `session_id` to go on with the conversation' }),
  response_time_ms: z.number().min(0),
  query_tokens: z.int().min(0),
  response_tokens: z.int().min(0),
  retrieval_success: z.boolean().meta({
    description: 'Also true when nothing matched; false when nothing was found because a part failed',
  }),
  error_message: z.string().nullable().meta({ description: 'What failed although there is a reply; else null' }),
  citations: z
    .array(
      z.strictObject({
        chunk_id: z.string(),
        url: z.string(),
        anchor: z.string().meta({ description: "Id in the page; '' = its top" }),
        section: z.string(),
        quotes: z.array(z.string().min(1)).min(1).meta({
          description: 'What the answer takes from the chunk, verbatim, in order of first use',
        }),
      }),
    )
    .meta({ description: 'One for each cited chunk, in order of first use; empty unless answered' }),
  status: z.enum(ANSWER_STATUSES),
  warnings: z.array(z.string()).meta({ description: '`code: text`; without an answer the last one says why' }),
};

export const replySchema: z.ZodType<AgentReply> = z.strictObject(replyFields);
