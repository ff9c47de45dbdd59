import type { RetrievedChunk } from './reply.ts';

export interface AgentConfiguration {
  readonly model_name: string;
  readonly temperature: number;
  readonly max_tokens: number;
  readonly system_prompt: string;
  readonly retrieval_enabled: boolean;
  readonly max_turns: number;
  readonly score_threshold: number;
  readonly top_k: number;
}

export interface AgentToolCall {
  readonly name: string;
  /** As JSON. */
  readonly arguments: string;
  /** Passages that came back. */
  readonly results: number;
}

export interface ConversationTurn {
  /** From 1. */
  readonly turn_number: number;
  readonly user_input: string;
  readonly retrieved_chunks: readonly RetrievedChunk[];
  readonly agent_response: string;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
  readonly tool_calls: readonly AgentToolCall[];
  /** The selection that the turn was about. */
  readonly context_used: string | null;
}

export interface AgentSession {
  readonly session_id: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly last_accessed: string;
  /** Number of the newest turn. */
  readonly current_turn: number;
  readonly metadata: Readonly<Record<string, string | number | boolean | AgentConfiguration>> & {
    /** As of the newest turn. */
    readonly agent_configuration: AgentConfiguration;
  };
  /** Oldest first; the oldest of a long conversation may be gone. */
  readonly conversation_history: readonly ConversationTurn[];
}
