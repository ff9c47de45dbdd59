import type { Answer, Citation } from '@ibid/core/types';
import { z } from 'zod';
import type { WireContext } from '../dialect.ts';
import { proofs, shownText, statementText } from '../shared/answer-text.ts';
import { described } from '../shared/fields.ts';
import { warningLines } from '../shared/replies.ts';
import { hrefTo } from '../shared/text-fragment.ts';
import { MODEL } from './request.ts';

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

interface Annotation {
  readonly type: 'url_citation';
  readonly url_citation: {
    readonly start_index: number;
    readonly end_index: number;
    readonly url: string;
    readonly title: string;
  };
}

/** Extra members for data that the OpenAI API has no fields for. */
interface Extension {
  readonly request_id: string;
  readonly outcome: Answer['outcome'];
  readonly citations: readonly {
    readonly url: string;
    readonly anchor: string;
    readonly title: string;
    readonly section: string;
    readonly quote: string;
  }[];
  readonly warnings: readonly string[];
  readonly generation: number;
}

const usageSchema: z.ZodType<Usage> = z
  .strictObject({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0), total_tokens: z.int().min(0) })
  .meta({ description: 'Of the question and of the answer, o200k' });

const annotationSchema: z.ZodType<Annotation> = z.strictObject({
  type: z.literal('url_citation'),
  url_citation: z.strictObject({
    start_index: z.int().min(0).meta({ description: 'Of the words that are proved, in `content`, UTF-16 units' }),
    end_index: z.int().min(1).meta({ description: 'Exclusive' }),
    url: z.string().min(1).meta({ description: 'Opens the page at the quoted words' }),
    title: z.string(),
  }),
});

const citationSchema = z.strictObject({
  url: z.string().min(1),
  anchor: z.string(),
  title: z.string(),
  section: z.string(),
  quote: z.string().min(1).meta({ description: 'Verbatim in the page' }),
});

const extensionSchema: z.ZodType<Extension> = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['answered', 'insufficient', 'refused']),
  citations: z.array(citationSchema),
  warnings: z.array(z.string()),
  generation: z.int().min(0),
});

export const completionSchema: z.ZodType = z.strictObject({
  id: z.string(),
  created: z.int().meta({ description: 'Unix seconds' }),
  model: z.literal(MODEL),
  object: z.literal('chat.completion'),
  choices: z
    .array(
      z.strictObject({
        index: z.literal(0),
        message: z.strictObject({
          role: z.literal('assistant'),
          content: z.string().min(1).meta({ description: 'Markdown; footnotes are links to the quoted words' }),
          refusal: z.null(),
          annotations: z.array(annotationSchema),
        }),
        logprobs: z.null(),
        finish_reason: z.literal('stop'),
      }),
    )
    .length(1),
  usage: usageSchema,
  ibid: extensionSchema.meta(described('CompletionProofs')),
});

type About = Pick<WireContext, 'requestId' | 'receivedAt' | 'echo' | 'notes' | 'countTokens'>;

/** Members at the start of every reply to one request. */
export function membersOf({ requestId, receivedAt }: About): {
  readonly id: string;
  readonly created: number;
  readonly model: string;
} {
  return { id: `chatcmpl-${requestId}`, created: Math.floor(Date.parse(receivedAt) / 1000), model: MODEL };
}

export function usageOf(content: string, { echo, countTokens }: About): Usage {
  const [asked, answered] = [countTokens(echo['question'] ?? ''), countTokens(content)];
  return { prompt_tokens: asked, completion_tokens: answered, total_tokens: asked + answered };
}

export function extensionOf(answer: Answer, { requestId, notes }: About): Extension {
  const { outcome, generation, warnings } = answer;
  return {
    request_id: requestId,
    outcome,
    citations: proofs(answer).map(({ url, anchor, title, heading: section, quote }) => ({
      url,
      anchor,
      title,
      section,
      quote,
    })),
    warnings: [...warningLines(notes, warnings)],
    generation,
  };
}

/**
 * Maps ranges of the text to the pages that prove them: one annotation per run of statements proved by the same passage. The text must
 * be that of `answerText`.
 */
export function annotationsOf(answer: Answer, content: string): readonly Annotation[] {
  const found: { chunkId: string; start: number; end: number; citation: Citation }[] = [];
  const proving = new Map(proofs(answer).map((citation) => [citation.index, citation]));
  let open: typeof found = [];
  let from = 0;
  for (const statement of answer.outcome === 'answered' ? answer.statements : []) {
    const { citations } = statement;
    const text = statementText(statement);
    const start = content.indexOf(text, from);
    if (start < 0) continue;
    from = start + text.length;
    const own = new Map(
      citations.toReversed().flatMap((index) => {
        const citation = proving.get(index);
        return citation === undefined ? [] : [[citation.chunkId, citation]];
      }),
    );
    open = [...own].map(([chunkId, citation]) => {
      const known = open.find((one) => one.chunkId === chunkId) ?? { chunkId, start, end: from, citation };
      if (known.start === start) found.push(known);
      known.end = from;
      return known;
    });
  }
  return found.map(({ start, end, citation }) => ({
    type: 'url_citation',
    url_citation: {
      start_index: start,
      end_index: end,
      url: hrefTo(citation, citation.quote),
      title: nameOf(citation),
    },
  }));
}

function nameOf({ title, heading }: Citation): string {
  return heading === title ? title : `${title} › ${heading}`;
}

export function encodeCompletion(answer: Answer, context: About): unknown {
  const content = shownText(answer, 'link');
  const message = { role: 'assistant', content, refusal: null, annotations: annotationsOf(answer, content) };
  return {
    ...membersOf(context),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage: usageOf(content, context),
    ibid: extensionOf(answer, context),
  };
}
