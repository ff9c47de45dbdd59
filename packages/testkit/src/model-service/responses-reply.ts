/** What a model made, in the shape of Responses: one `response` object, or named events of which the last tells how it ended. */
import { argumentPieces, outputTokens } from './chat-reply.ts';
import type { Composition } from './composition.ts';
import { tokenShares, type Frame } from './frame.ts';
import { CREATED, replyId, type ReplyContext } from './reply-context.ts';

type Item = Readonly<Record<string, unknown>>;

export function responsesBody(made: Composition, context: ReplyContext): Item {
  return responseObject(made, context, endOf(made), itemsOf(made, context, endOf(made)));
}

export function responsesFrames(made: Composition, context: ReplyContext): readonly Frame[] {
  const frames: Frame[] = [];
  const send = (part: Frame['part'], type: string, fields: object, tokens = 0): void => {
    frames.push({ part, event: type, data: { type, sequence_number: frames.length, ...fields }, tokens });
  };
  const opened = responseObject({ ...made, usage: 'missing' }, context, 'in_progress', []);
  send('open', 'response.created', { response: opened });
  send('open', 'response.in_progress', { response: opened });
  for (const [at, item] of itemsOf(made, context, endOf(made)).entries()) {
    if (item['type'] === 'message') sendMessage(send, made, context, item, at);
    else sendCall(send, context, item, at);
  }
  if (made.finish !== null) {
    const end = endOf(made);
    send('end', `response.${end}`, {
      response: responseObject(made, context, end, itemsOf(made, context, end)),
    });
  }
  return frames;
}

type Send = (part: Frame['part'], type: string, fields: object, tokens?: number) => void;

function sendMessage(send: Send, made: Composition, context: ReplyContext, item: Item, at: number): void {
  const text = made.text ?? '';
  const place = { item_id: item['id'], output_index: at, content_index: 0 };
  const shares = tokenShares(made.pieces, context.countTokens(text));
  send('open', 'response.output_item.added', {
    output_index: at,
    item: { ...item, status: 'in_progress', content: [] },
  });
  send('open', 'response.content_part.added', { ...place, part: contentPart(made, '') });
  const kind = made.isRefusal ? 'refusal' : 'output_text';
  const extra = made.isRefusal ? {} : { logprobs: [] };
  for (const [of, piece] of made.pieces.entries()) {
    send('delta', `response.${kind}.delta`, { ...place, delta: piece, ...extra }, shares[of]);
  }
  send('close', `response.${kind}.done`, { ...place, [made.isRefusal ? 'refusal' : 'text']: text, ...extra });
  send('close', 'response.content_part.done', { ...place, part: contentPart(made, text) });
  send('close', 'response.output_item.done', { output_index: at, item });
}

function contentPart({ isRefusal }: Composition, text: string): object {
  return isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', annotations: [], logprobs: [], text };
}

function sendCall(send: Send, context: ReplyContext, item: Item, at: number): void {
  const text = String(item['arguments']);
  const place = { item_id: item['id'], output_index: at };
  const pieces = argumentPieces(text);
  const shares = tokenShares(pieces, context.countTokens(text));
  const tokens = context.countTokens(String(item['name']));
  send(
    'delta',
    'response.output_item.added',
    { output_index: at, item: { ...item, status: 'in_progress', arguments: '' } },
    tokens,
  );
  for (const [of, piece] of pieces.entries()) {
    send('delta', 'response.function_call_arguments.delta', { ...place, delta: piece }, shares[of]);
  }
  send('close', 'response.function_call_arguments.done', { ...place, arguments: text });
  send('close', 'response.output_item.done', { output_index: at, item });
}

type End = 'completed' | 'incomplete' | 'in_progress';

function endOf({ finish }: Composition): End {
  if (finish === null) return 'in_progress';
  return finish === 'stop' || finish === 'tool_calls' ? 'completed' : 'incomplete';
}

function itemsOf(made: Composition, { call }: ReplyContext, end: End): readonly Item[] {
  const message: Item = {
    id: replyId('msg_', call),
    type: 'message',
    status: end,
    role: 'assistant',
    content: [contentPart(made, made.text ?? '')],
  };
  const calls = made.calls.map((called, at) => ({
    id: replyId('fc_', call, at),
    type: 'function_call',
    status: 'completed',
    arguments: called.arguments,
    call_id: replyId('call_', call, at),
    name: called.name,
  }));
  return made.text === undefined ? calls : [message, ...calls];
}

/** Only what the caller sent is repeated; the rest stands at the service's own values. */
function responseObject(
  made: Composition,
  { call, countTokens }: ReplyContext,
  status: End,
  output: readonly Item[],
): Item {
  const { body } = call;
  return {
    id: replyId('resp_', call),
    object: 'response',
    created_at: CREATED,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: reasonOf(made.finish) } : null,
    instructions: body['instructions'] ?? null,
    max_output_tokens: call.maxTokens ?? null,
    max_tool_calls: null,
    model: call.model,
    output,
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: body['store'] ?? true,
    temperature: call.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: body['tool_choice'] ?? 'auto',
    tools: body['tools'] ?? [],
    top_logprobs: 0,
    top_p: 1,
    truncation: 'disabled',
    usage: status === 'in_progress' ? null : usageOf(made, call.inputTokens, outputTokens(made, countTokens)),
    user: null,
    metadata: {},
  };
}

function usageOf({ usage }: Composition, input: number, output: number): object | null {
  if (usage === 'missing') return null;
  const said = (counted: number): unknown => (typeof usage === 'object' ? usage.value : counted);
  return {
    input_tokens: said(input),
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: said(output),
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: said(input + output),
  };
}

function reasonOf(finish: string | null): string | null {
  return finish === 'length' ? 'max_output_tokens' : finish;
}
