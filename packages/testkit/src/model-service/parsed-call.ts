/** One message, whichever API it came by. `developer` counts as `system`; `instructions` of a Responses call come first. */
export interface CallMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Text parts put together; `''` for an assistant message that only calls tools. */
  readonly text: string;
}

export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema as the caller sent it. */
  readonly parameters: unknown;
}

export interface ToolResult {
  /** The id of the tool call that it answers. */
  readonly callId: string;
  /** As the assistant called it; `''` where the conversation holds no such call. */
  readonly name: string;
  readonly text: string;
}

/** What a script is asked, the same for Chat Completions and Responses. */
export interface ParsedCall {
  /** From 0, in order of arrival among the calls that reached the model. */
  readonly index: number;
  readonly api: 'chat' | 'responses';
  readonly model: string;
  /** In the caller's order, tool results included. */
  readonly messages: readonly CallMessage[];
  readonly tools: readonly OfferedTool[];
  /** In order of the conversation. */
  readonly toolResults: readonly ToolResult[];
  readonly temperature: number | undefined;
  /** `max_completion_tokens`, `max_tokens` or `max_output_tokens`. */
  readonly maxTokens: number | undefined;
  readonly stream: boolean;
  /** Whether a stream of Chat Completions is to end with a usage chunk; Responses always tell the usage. */
  readonly includeUsage: boolean;
  /** Counted by the service, before it answers. */
  readonly inputTokens: number;
  /** As sent. */
  readonly body: Readonly<Record<string, unknown>>;
}
