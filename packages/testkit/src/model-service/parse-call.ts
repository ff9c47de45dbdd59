/** Parses the body of a call as the real service does, and refuses the same calls with the same messages. */

export interface CallMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** `''` for an assistant message with only tool calls. */
  readonly text: string;
}

export interface OfferedTool {
  readonly name: string;
  /** JSON Schema as sent by the caller. */
  readonly parameters: unknown;
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
  readonly tools: readonly OfferedTool[];
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
  readonly param?: string;
}

export interface CallRules {
  readonly models: readonly string[];
  /** Parameters that the service refuses. */
  readonly unsupported: readonly string[];
  readonly countTokens: (text: string) => number;
}

type Json = Readonly<Record<string, unknown>>;

const PARAMETERS =
  'messages model max_completion_tokens max_tokens parallel_tool_calls stream stream_options temperature tool_choice tools'.split(
    ' ',
  );
/** Tokens counted for a message in addition to its text. */
const MESSAGE_TOKENS = 4;

/** `index` becomes the number of the call. */
export function parseCall(body: unknown, index: number, rules: CallRules): ParsedCall | Refusal {
  if (typeof body !== 'object' || body === null) return { status: 400, message: 'We could not parse the JSON body.' };
  const json = body as Json;
  const refusal = refuse(json, rules);
  if (refusal !== undefined) return refusal;
  const conversation = readMessages(json['messages'] as readonly unknown[]);
  if ('status' in conversation) return conversation;
  const { messages, toolResults, callTexts } = conversation;
  const offered = (json['tools'] ?? []) as readonly Json[];
  const texts = [
    ...messages.map(({ text }) => text),
    ...callTexts,
    offered.length === 0 ? '' : JSON.stringify(offered),
  ];
  return {
    index,
    model: String(json['model']),
    messages,
    tools: offered.map((tool) => {
      const { name, parameters } = asObject(tool['function']);
      return { name: String(name), parameters };
    }),
    toolResults,
    temperature: numberOf(json['temperature']),
    maxTokens: numberOf(json['max_completion_tokens'] ?? json['max_tokens']),
    includeUsage: asObject(json['stream_options'])['include_usage'] === true,
    inputTokens: texts.reduce((sum, text) => sum + rules.countTokens(text), MESSAGE_TOKENS * messages.length),
    body: json,
  };
}

function refuse(json: Json, { models, unsupported }: CallRules): Refusal | undefined {
  const { model, messages, temperature = 0, stream } = json;
  if (!models.includes(String(model))) {
    const message = `The model \`${String(model)}\` does not exist or you do not have access to it.`;
    return { status: 404, message, code: 'model_not_found' };
  }
  if (!Array.isArray(messages)) {
    return { status: 400, message: "Missing required parameter: 'messages'.", code: 'missing_required_parameter' };
  }
  const refused = unsupported.find((name) => json[name] !== undefined);
  if (refused !== undefined) {
    const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
    return { status: 400, message, code: 'unsupported_parameter', param: refused };
  }
  const unknown = Object.keys(json).find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return { status: 400, message: `Unrecognized request argument supplied: ${unknown}` };
  if (typeof temperature !== 'number' || temperature < 0 || temperature > 2) {
    return { status: 400, message: "Invalid 'temperature'.", param: 'temperature' };
  }
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const limit = json[name] ?? 1;
    if (!Number.isInteger(limit) || (limit as number) < 1) {
      return { status: 400, message: `Invalid '${name}': integer below minimum value.`, param: name };
    }
  }
  return stream === true ? undefined : { status: 400, message: 'This imitation gives streams alone.' };
}

interface Conversation {
  readonly messages: readonly CallMessage[];
  readonly toolResults: readonly ToolResult[];
  /** Names and arguments of earlier calls, which count as input. */
  readonly callTexts: readonly string[];
}

function readMessages(given: readonly unknown[]): Conversation | Refusal {
  const messages: CallMessage[] = [];
  const toolResults: ToolResult[] = [];
  const callTexts: string[] = [];
  let open = new Set<string>();
  for (const message of given.map(asObject)) {
    const { role, content } = message;
    const text = typeof content === 'string' ? content : '';
    if (role !== 'system' && role !== 'user' && role !== 'assistant' && role !== 'tool') {
      return { status: 400, message: `Invalid value: '${String(role)}'.`, code: 'invalid_value' };
    }
    messages.push({ role, text });
    if (role === 'tool') {
      const callId = String(message['tool_call_id']);
      if (!open.delete(callId)) {
        return { status: 400, message: "Messages with role 'tool' must respond to a message with 'tool_calls'." };
      }
      toolResults.push({ callId, text });
      continue;
    }
    if (open.size > 0) return UNANSWERED;
    for (const call of ((message['tool_calls'] ?? []) as readonly unknown[]).map(asObject)) {
      const called = asObject(call['function']);
      callTexts.push(`${String(called['name'])}${String(called['arguments'])}`);
      open.add(String(call['id']));
    }
  }
  return open.size > 0 ? UNANSWERED : { messages, toolResults, callTexts };
}

const UNANSWERED: Refusal = {
  status: 400,
  message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each.",
};

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
