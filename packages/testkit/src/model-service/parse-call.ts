/** Reads the body of a call as the service does: what it would refuse is refused here, in its words. */
import type { CallMessage, OfferedTool, ParsedCall, ToolResult } from './parsed-call.ts';
import { refusal, type ServiceError } from './service-error.ts';

type Json = Readonly<Record<string, unknown>>;

export interface CallRules {
  readonly models: readonly string[];
  /** Parameters that the service refuses. */
  readonly unsupported: readonly string[];
  readonly countTokens: (text: string) => number;
}

export type CallResult =
  | { readonly kind: 'call'; readonly call: ParsedCall }
  | { readonly kind: 'refused'; readonly error: ServiceError };

const CHAT_PARAMETERS =
  'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata modalities n parallel_tool_calls prediction presence_penalty prompt_cache_key reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'.split(
    ' ',
  );
const RESPONSES_PARAMETERS =
  'background conversation include input instructions max_output_tokens max_tool_calls metadata model parallel_tool_calls previous_response_id prompt prompt_cache_key reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p truncation user'.split(
    ' ',
  );
/** What a message costs beside its text. */
const MESSAGE_TOKENS = 4;

/** `index` is the number that the call gets. */
export function parseCall(api: 'chat' | 'responses', body: unknown, index: number, rules: CallRules): CallResult {
  const error = refuse(api, body, rules);
  if (error !== undefined) return { kind: 'refused', error };
  const json = body as Json;
  const conversation = api === 'chat' ? readMessages(json) : readInput(json);
  if ('status' in conversation) return { kind: 'refused', error: conversation };
  const tools = readTools(json['tools']);
  const written = conversation.messages.map(({ text }) => text).concat(conversation.callTexts);
  const toolText = tools.length === 0 ? '' : JSON.stringify(json['tools']);
  return {
    kind: 'call',
    call: {
      index,
      api,
      model: String(json['model']),
      messages: conversation.messages,
      tools,
      toolResults: conversation.toolResults,
      temperature: numberOf(json['temperature']),
      maxTokens: numberOf(json['max_completion_tokens'] ?? json['max_tokens'] ?? json['max_output_tokens']),
      stream: json['stream'] === true,
      includeUsage: api === 'responses' || asObject(json['stream_options'])['include_usage'] === true,
      inputTokens:
        written.reduce((sum, text) => sum + rules.countTokens(text), rules.countTokens(toolText)) +
        MESSAGE_TOKENS * conversation.messages.length,
      body: json,
    },
  };
}

function refuse(api: 'chat' | 'responses', body: unknown, rules: CallRules): ServiceError | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refusal(
      400,
      'We could not parse the JSON body of your request. The body must be a JSON object that describes the call.',
    );
  }
  const json = body as Json;
  const model = json['model'];
  if (typeof model !== 'string' || model === '') return refusal(400, 'you must provide a model parameter');
  if (!rules.models.includes(model)) {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`;
    return refusal(404, message, 'model_not_found');
  }
  const needed = api === 'chat' ? 'messages' : 'input';
  const given = json[needed];
  if (given === undefined) {
    return refusal(400, `Missing required parameter: '${needed}'.`, 'missing_required_parameter', needed);
  }
  if (!Array.isArray(given) && !(api === 'responses' && typeof given === 'string')) {
    return refusal(400, `Invalid type for '${needed}': expected an array of objects.`, 'invalid_type', needed);
  }
  const refused = rules.unsupported.find((name) => json[name] !== undefined);
  if (refused !== undefined) {
    const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
    return refusal(400, message, 'unsupported_parameter', refused);
  }
  const known = api === 'chat' ? CHAT_PARAMETERS : RESPONSES_PARAMETERS;
  const unknown = Object.keys(json).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return api === 'chat'
      ? refusal(400, `Unrecognized request argument supplied: ${unknown}`)
      : refusal(400, `Unknown parameter: '${unknown}'.`, 'unknown_parameter', unknown);
  }
  return refuseNumbers(json) ?? refuseStreamOptions(json);
}

function refuseNumbers(json: Json): ServiceError | undefined {
  const temperature = json['temperature'];
  if (temperature !== undefined && temperature !== null) {
    if (typeof temperature !== 'number') {
      return refusal(400, "Invalid type for 'temperature': expected a decimal.", 'invalid_type', 'temperature');
    }
    if (temperature < 0 || temperature > 2) {
      const side = temperature < 0 ? ['below', 'min', '>= 0'] : ['above', 'max', '<= 2'];
      const message = `Invalid 'temperature': decimal ${side[0]} ${side[1]}imum value. Expected a value ${side[2]}, but got ${temperature} instead.`;
      return refusal(400, message, `decimal_${side[0]}_${side[1]}_value`, 'temperature');
    }
  }
  for (const name of ['max_tokens', 'max_completion_tokens', 'max_output_tokens']) {
    const limit = json[name];
    if (limit === undefined || limit === null) continue;
    if (!Number.isInteger(limit) || (limit as number) < 1) {
      const message = `Invalid '${name}': integer below minimum value. Expected a value >= 1, but got ${JSON.stringify(limit)} instead.`;
      return refusal(400, message, 'integer_below_min_value', name);
    }
  }
  return undefined;
}

function refuseStreamOptions(json: Json): ServiceError | undefined {
  return json['stream_options'] !== undefined && json['stream_options'] !== null && json['stream'] !== true
    ? refusal(400, "The 'stream_options' parameter is only allowed when 'stream' is enabled.", null, 'stream_options')
    : undefined;
}

interface Conversation {
  readonly messages: readonly CallMessage[];
  readonly toolResults: readonly ToolResult[];
  /** Names and arguments of earlier calls, which count as input. */
  readonly callTexts: readonly string[];
}

function readMessages(json: Json): Conversation | ServiceError {
  const messages: CallMessage[] = [];
  const toolResults: ToolResult[] = [];
  const callTexts: string[] = [];
  const names = new Map<string, string>();
  let open = new Set<string>();
  for (const [at, entry] of (json['messages'] as readonly unknown[]).entries()) {
    const message = asObject(entry);
    const role = roleOf(message['role']);
    if (role === undefined) {
      const text = `Invalid value: '${String(message['role'])}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`;
      return refusal(400, text, 'invalid_value', `messages[${at}].role`);
    }
    const text = textOf(message['content']);
    messages.push({ role, text });
    if (role === 'tool') {
      const callId = String(message['tool_call_id']);
      if (!open.delete(callId)) {
        const words =
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
        return refusal(400, words, null, `messages.[${at}].role`);
      }
      toolResults.push({ callId, name: names.get(callId) ?? '', text });
      continue;
    }
    if (open.size > 0) return unanswered(open, at);
    const calls = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly unknown[]) : [];
    for (const call of calls.map(asObject)) {
      const called = asObject(call['function']);
      names.set(String(call['id']), String(called['name']));
      callTexts.push(`${String(called['name'])}${String(called['arguments'])}`);
    }
    open = new Set(calls.map((call) => String(asObject(call)['id'])));
  }
  return open.size > 0 ? unanswered(open, messages.length) : { messages, toolResults, callTexts };
}

function unanswered(open: ReadonlySet<string>, at: number): ServiceError {
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
  return refusal(400, message, null, `messages.[${at}].role`);
}

function readInput(json: Json): Conversation | ServiceError {
  const messages: CallMessage[] = [];
  const toolResults: ToolResult[] = [];
  const callTexts: string[] = [];
  const names = new Map<string, string>();
  const open = new Set<string>();
  if (typeof json['instructions'] === 'string') messages.push({ role: 'system', text: json['instructions'] });
  const { input } = json;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input as readonly unknown[]);
  for (const [at, entry] of items.entries()) {
    const item = asObject(entry);
    const callId = String(item['call_id']);
    if (item['type'] === 'function_call') {
      names.set(callId, String(item['name']));
      open.add(callId);
      callTexts.push(`${String(item['name'])}${String(item['arguments'])}`);
    } else if (item['type'] === 'function_call_output') {
      if (!open.delete(callId)) {
        return refusal(400, `No tool call found for function call output with call_id ${callId}.`, null, 'input');
      }
      const text = textOf(item['output']);
      messages.push({ role: 'tool', text });
      toolResults.push({ callId, name: names.get(callId) ?? '', text });
    } else if (item['type'] !== 'reasoning') {
      const role = roleOf(item['role']);
      if (role === undefined || role === 'tool') {
        const text = `Invalid value: '${String(item['role'])}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`;
        return refusal(400, text, 'invalid_value', `input[${at}]`);
      }
      messages.push({ role, text: textOf(item['content']) });
    }
  }
  const [missing] = open;
  return missing === undefined
    ? { messages, toolResults, callTexts }
    : refusal(400, `No tool output found for function call ${missing}.`, null, 'input');
}

function readTools(tools: unknown): readonly OfferedTool[] {
  if (!Array.isArray(tools)) return [];
  return (tools as readonly unknown[]).map((entry) => {
    const tool = asObject(entry);
    const described = tool['function'] === undefined ? tool : asObject(tool['function']);
    return {
      name: String(described['name']),
      description: String(described['description'] ?? ''),
      parameters: described['parameters'],
    };
  });
}

function roleOf(role: unknown): CallMessage['role'] | undefined {
  if (role === 'developer') return 'system';
  return role === 'system' || role === 'user' || role === 'assistant' || role === 'tool' ? role : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly unknown[])
    .map((part) => {
      const { text } = asObject(part);
      return typeof text === 'string' ? text : '';
    })
    .join('');
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
