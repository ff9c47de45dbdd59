/** Parses the body of a call, and refuses what real services refuse of a right caller: unknown models, unsupported parameters, tool calls without results. */
import { serviceTokens } from './reply.ts';

export interface CallMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** `''` for an assistant message with only tool calls. */
  readonly text: string;
}

export interface ToolResult {
  /** Id of the tool call that it answers. */
  readonly callId: string;
  readonly text: string;
}

/** A call as given to a script. */
export interface ParsedCall {
  /** From 0, in order of arrival among the calls that reached the model. */
  readonly index: number;
  readonly model: string;
  /** In the caller's order, including tool results. */
  readonly messages: readonly CallMessage[];
  /** `parameters` is the JSON Schema as sent by the caller. */
  readonly tools: readonly { readonly name: string; readonly parameters: unknown }[];
  /** In order of the conversation. */
  readonly toolResults: readonly ToolResult[];
  readonly temperature: number | undefined;
  /** Value of `max_completion_tokens` or `max_tokens`. */
  readonly maxTokens: number | undefined;
  /** True if the stream must end with a usage chunk. */
  readonly includeUsage: boolean;
  /** Counted by the service before it answers. */
  readonly inputTokens: number;
  /** Body as sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
}

/** Fields of a body that are read, as the official clients send them. */
interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: CallMessage['role'];
    readonly content?: unknown;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly stream_options?: { readonly include_usage?: boolean };
}

/** Tokens counted for a message in addition to its text. */
const MESSAGE_TOKENS = 4;

/** `index` becomes the number of the call. */
export function parseCall(
  json: unknown,
  index: number,
  { models, unsupported }: { readonly models: readonly string[]; readonly unsupported: readonly string[] },
): ParsedCall | Refusal {
  if (typeof json !== 'object' || json === null) return { status: 400, message: 'We could not parse the JSON body.' };
  const body = json as Body;
  const { model = '', messages: sent, tools = [] } = body;
  if (!models.includes(model)) {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`;
    return { status: 404, message, code: 'model_not_found' };
  }
  const refused = unsupported.find((name) => name in body);
  if (refused !== undefined) {
    const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
    return { status: 400, message, code: 'unsupported_parameter' };
  }
  if (body.stream !== true) return { status: 400, message: 'This imitation gives streams alone.' };
  const calls = sent.flatMap((message) => message.tool_calls ?? []);
  if (!isAnswered(sent)) return { status: 400, message: 'Each tool call must be followed by its own result.' };
  const messages = sent.map(({ role, content }) => ({ role, text: typeof content === 'string' ? content : '' }));
  const texts = [
    ...messages.map(({ text }) => text),
    ...calls.map((call) => call.function.name + call.function.arguments),
    tools.length === 0 ? '' : JSON.stringify(tools),
  ];
  return {
    index,
    model,
    messages,
    tools: tools.map((tool) => tool.function),
    toolResults: sent.flatMap(({ tool_call_id: callId, content }) =>
      callId === undefined ? [] : [{ callId, text: String(content) }],
    ),
    temperature: body.temperature,
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    includeUsage: body.stream_options?.include_usage === true,
    inputTokens: texts.reduce((sum, text) => sum + serviceTokens(text), MESSAGE_TOKENS * messages.length),
    body: json as ParsedCall['body'],
  };
}

/** True if the calls of each message are answered by the messages behind it, each once, before another message comes. */
function isAnswered(messages: Body['messages']): boolean {
  const open = new Set<string>();
  for (const { role, tool_call_id: id, tool_calls: calls = [] } of messages) {
    if (role === 'tool' ? !open.delete(id ?? '') : open.size > 0) return false;
    for (const call of calls) open.add(call.id);
  }
  return open.size === 0;
}
