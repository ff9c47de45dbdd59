import { MODEL_FAULTS } from '@ibid/core';
import { z } from 'zod';
import type { NativeReply } from './reply.ts';

const section = {
  url: z.string(),
  anchor: z.string().meta({ description: "Id in the page; '' = its top" }),
  href: z.string().meta({ description: 'Opens the page at the section, or at the quoted words' }),
  title: z.string(),
  section: z.string(),
};

/** Every reply fits; the API description is made from it. */
export const replySchema: z.ZodType<NativeReply> = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  asked: z.string().meta({ description: 'The question as it was searched for' }),
  answer: z.string().meta({ description: "Markdown without footnote numbers; '' unless answered" }),
  message: z.string(),
  statements: z.array(
    z.strictObject({
      kind: z.enum(['sentence', 'step', 'code', 'row', 'item']),
      text: z.string(),
      citations: z.array(z.int().min(1)).min(1).meta({ description: 'Footnote numbers' }),
      side: z.int().min(0).meta({ description: 'Side of a contradiction, from 1; 0 otherwise' }),
      language: z.string(),
    }),
  ),
  citations: z.array(
    z.strictObject({
      index: z.int().min(1),
      ...section,
      quote: z.string().min(1).meta({ description: 'Verbatim in the passage' }),
      start: z.int().min(0),
      end: z.int().min(0),
      chunk_id: z.string(),
      similarity: z.number().min(0).max(1).meta({
        description: 'Of question and passage; 1 for a passage of a selection, which the reader chose',
      }),
    }),
  ),
  nearest: z.array(z.strictObject(section)),
  warnings: z.array(z.string()),
  withheld: z.int().min(0).meta({ description: 'Statements that could not be proved and are not shown' }),
  confidence: z.number().min(0).max(1),
  answerer: z.string(),
  model: z
    .strictObject({
      name: z.string().meta({ description: "Last one called; '' where none was" }),
      calls: z.int().min(0),
      input_tokens: z.int().min(0),
      output_tokens: z.int().min(0),
      cost: z.number().min(0).nullable(),
      currency: z.string().nullable(),
      fault: z
        .enum(MODEL_FAULTS)
        .nullable()
        .meta({ description: 'Why the pages are quoted instead, or from there on' }),
    })
    .nullable()
    .meta({ description: 'What models did; null where none was asked' }),
  generation: z.int().min(0),
});
