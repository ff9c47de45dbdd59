export interface ToolCall {
  /** As the service names the call; `''` where it does not, and perhaps not unique. */
  readonly id: string;
  readonly name: string;
  /** JSON, if the model wrote it well. */
  readonly arguments: string;
  /** What the service wants to see again beside the call, such as the signatures of Gemini's thoughts. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;
}

/** Token counts as the service gives them; not yet to be believed. */
export interface ReportedUsage {
  readonly inputTokens: unknown;
  readonly outputTokens: unknown;
  readonly cachedInputTokens: unknown;
}

/** A reply that came whole. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: ReportedUsage | undefined;
}

export interface ReplyNews {
  /** Text for the reader; `''` for none. */
  readonly text: string;
  /** Whether the model has done anything, thinking included. */
  readonly isProgress: boolean;
}

/** Puts the events of one stream together. Pure; its faults are thrown as `CallFailure`s. */
export interface ReplyReader {
  read(event: unknown): ReplyNews;
  /** Whether the service has said how the reply ended. */
  isFinished(): boolean;
  /** What was reported so far, also when the reply is no good. */
  usage(): ReportedUsage | undefined;
  /** Throws when the reply did not end well, or holds nothing. */
  end(): ModelReply;
}
