/** What a model made, in the shape of Chat Completions: `chat.completion`, or chunks that a `[DONE]` ends. */
import type { Composition } from './composition.ts';
import { tokenShares, type Frame } from './frame.ts';
import { CREATED, replyId, type ReplyContext } from './reply-context.ts';

const ZERO_DETAILS = {
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};
/** Characters of tool arguments in one delta. */
const ARGUMENT_PIECE = 8;

export function chatBody(made: Composition, context: ReplyContext): Readonly<Record<string, unknown>> {
  const usage = usageOf(made, context);
  const toolCalls = made.calls.map(({ name, arguments: text }, at) => ({
    id: replyId('call_', context.call, at),
    type: 'function',
    function: { name, arguments: text },
  }));
  return {
    id: replyId('chatcmpl-', context.call),
    object: 'chat.completion',
    created: CREATED,
    model: context.call.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: made.isRefusal ? null : (made.text ?? null),
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
          refusal: made.isRefusal ? made.text : null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: made.finish,
      },
    ],
    ...(usage === undefined ? {} : { usage }),
    service_tier: 'default',
    system_fingerprint: 'fp_ibid',
  };
}

export function chatFrames(made: Composition, context: ReplyContext): readonly Frame[] {
  const { call } = context;
  const chunk = (part: Frame['part'], delta: object, finish: string | null = null, tokens = 0): Frame => ({
    part,
    event: undefined,
    data: chatChunk(context, [{ index: 0, delta, logprobs: null, finish_reason: finish }]),
    tokens,
  });
  const content = made.text === undefined ? null : '';
  const shares = tokenShares(made.pieces, context.countTokens(made.text ?? ''));
  const usage = usageOf(made, context);
  return [
    chunk('open', { role: 'assistant', content, refusal: null }),
    ...made.pieces.map((piece, at) =>
      chunk('delta', made.isRefusal ? { refusal: piece } : { content: piece }, null, shares[at]),
    ),
    ...made.calls.flatMap((called, at) => {
      const first = {
        index: at,
        id: replyId('call_', call, at),
        type: 'function',
        function: { name: called.name, arguments: '' },
      };
      const pieces = argumentPieces(called.arguments);
      const tokens = tokenShares(pieces, context.countTokens(called.arguments));
      return [
        chunk('delta', { tool_calls: [first] }, null, context.countTokens(called.name)),
        ...pieces.map((piece, of) =>
          chunk('delta', { tool_calls: [{ index: at, function: { arguments: piece } }] }, null, tokens[of]),
        ),
      ];
    }),
    ...(made.finish === null ? [] : [chunk('end', {}, made.finish)]),
    ...(call.includeUsage && usage !== undefined
      ? [{ part: 'usage' as const, event: undefined, data: chatChunk(context, [], usage), tokens: 0 }]
      : []),
    { part: 'done', event: undefined, data: '[DONE]', tokens: 0 },
  ];
}

export function chatChunk(context: ReplyContext, choices: readonly object[], usage: unknown = null): object {
  return {
    id: replyId('chatcmpl-', context.call),
    object: 'chat.completion.chunk',
    created: CREATED,
    model: context.call.model,
    service_tier: 'default',
    system_fingerprint: 'fp_ibid',
    choices,
    // Only callers that asked for the usage find the key, `null` until the last chunk.
    ...(context.call.includeUsage ? { usage } : {}),
  };
}

/** `undefined` where none is reported. */
function usageOf(made: Composition, { call, countTokens }: ReplyContext): object | undefined {
  if (made.usage === 'missing') return undefined;
  const output = outputTokens(made, countTokens);
  const said = (counted: number): unknown => (typeof made.usage === 'object' ? made.usage.value : counted);
  return {
    prompt_tokens: said(call.inputTokens),
    completion_tokens: said(output),
    total_tokens: said(call.inputTokens + output),
    ...ZERO_DETAILS,
  };
}

/** Of the whole reply, if all of it is sent. */
export function outputTokens(made: Composition, countTokens: (text: string) => number): number {
  return made.calls.reduce(
    (sum, called) => sum + countTokens(called.name) + countTokens(called.arguments),
    countTokens(made.text ?? ''),
  );
}

export function argumentPieces(text: string): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${ARGUMENT_PIECE}}`, 'gu')) ?? [];
}
