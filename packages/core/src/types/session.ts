import type { HeldLock } from './build-lock.ts';
import type { CallOptions } from './call-options.ts';

/** How an agent was set when a turn was taken. */
export interface AgentSettings {
  /** Model that words the answers; the answerer's id where no model does. */
  readonly modelName: string;
  /** 0 to 1. */
  readonly temperature: number;
  /** Most tokens of one answer; at least 1. */
  readonly maxTokens: number;
  /** `''` where nothing is instructed. */
  readonly systemPrompt: string;
  readonly retrievalEnabled: boolean;
  /** 1 to 50. */
  readonly maxTurns: number;
  /** 0 to 1. */
  readonly scoreThreshold: number;
  /** 1 to 10. */
  readonly topK: number;
}

/** A passage as it was when a turn used it: a later index may have changed or dropped it. */
export interface KeptPassage {
  readonly chunkId: string;
  readonly url: string;
  readonly anchor: string;
  /** 0 to 1. */
  readonly similarity: number;
  readonly text: string;
  readonly sourceFile: string;
  readonly module: string;
  readonly heading: string;
  readonly indexInPage: number;
  readonly chunksInPage: number;
  readonly tokens: number;
  /** ISO 8601 UTC. */
  readonly retrievedAt: string;
}

/** What a model called, as it called it. */
export interface ToolCall {
  readonly name: string;
  /** The arguments as they were sent, which may be no JSON; the first 4,000 characters of them. */
  readonly input: string;
  /** Passages that came back. */
  readonly results: number;
  /** What came back in their place, for a call that failed. */
  readonly error?: string;
}

export interface SessionTurn {
  /** From 1, without gaps. */
  readonly number: number;
  readonly userInput: string;
  readonly passages: readonly KeptPassage[];
  readonly response: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly toolCalls: readonly ToolCall[];
  /** The selection that the turn was about; `''` for none. */
  readonly contextUsed: string;
}

export interface Session {
  /** UUID in lower case. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** When the newest turn was taken; reading changes nothing. */
  readonly lastAccessedAt: string;
  /** Number of the newest turn. */
  readonly currentTurn: number;
  /** Oldest first; the oldest may have been dropped to keep within the cap on bytes. */
  readonly turns: readonly SessionTurn[];
  /** As of the newest turn. */
  readonly settings: AgentSettings;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface AppendedTurn {
  readonly sessionId: string;
  readonly turn: SessionTurn;
  readonly settings: AgentSettings;
  /** Replaces what was kept before; at most 8,192 UTF-16 units as JSON. */
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface SessionCaps {
  /** Of all turns of a session, each measured as the UTF-8 bytes of its JSON; at least 1. */
  readonly maxBytes: number;
  /** At least 1. */
  readonly maxSessions: number;
}

/**
 * The implementer's face of conversations. Arguments are already valid: ids in lower case, instants as `toISOString` gives
 * them, so that they sort as text. Every acknowledged write is durable where the database is; a reader sees a turn whole or
 * not at all. Strings come back exactly as they were given, NUL and lone surrogates included; objects come back as copies.
 */
export interface SessionDriver {
  readonly name: string;
  /**
   * Waits until no other process holds this session, known or not, and holds it; ends by itself when this process dies. A
   * courtesy, not a guard: whatever happens to it, `append` takes each number once. Rejects with `ABORTED`. `undefined` where
   * only one process serves the sessions kept here.
   */
  readonly lock: ((id: string, options?: CallOptions) => Promise<HeldLock>) | undefined;
  /** `undefined` = unknown. Rejects with `INDEX_DAMAGED` where it is not as it was written. */
  read(id: string): Promise<Session | undefined>;
  /**
   * Atomic, over processes too. Turn 1 creates the session (`createdAt` = `turn.at`); any other number must follow the newest
   * turn. Otherwise rejects with `STORE_BUSY`: someone else was faster, or the session has gone. Then drops the oldest turns,
   * never the newest, until the session fits `maxBytes`; after turn 1 also whole sessions, least recently used first, never
   * this one, until there are at most `maxSessions`. Of sessions used at the same instant the one created first goes first.
   */
  append(appended: AppendedTurn, caps: SessionCaps): Promise<void>;
  /** Whether there was one. Afterwards nothing can be read of it any more, from the driver or from its files. */
  delete(id: string): Promise<boolean>;
  /** Deletes sessions with `lastAccessedAt` before the instant, ISO 8601 UTC; the number deleted. */
  deleteIdleSince(instant: string): Promise<number>;
  count(): Promise<number>;
}
