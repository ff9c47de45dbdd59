import type { HeldLock } from './build-lock.ts';
import type { CallOptions } from './call-options.ts';

/** Settings of an agent at the time of a turn. */
export interface AgentSettings {
  /** Model that words the answers; the answerer's id if there is no model. */
  readonly modelName: string;
  /** 0 to 1. */
  readonly temperature: number;
  /** Maximum number of tokens in one answer; at least 1. */
  readonly maxTokens: number;
  /** `''` if there are no instructions. */
  readonly systemPrompt: string;
  readonly retrievalEnabled: boolean;
  /** 1 to 50. */
  readonly maxTurns: number;
  /** 0 to 1. */
  readonly scoreThreshold: number;
  /** 1 to 10. */
  readonly topK: number;
}

/** A copy of a passage as a turn used it, because a later index may have changed or dropped it. */
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

/** One tool call made by a model. */
export interface ToolCall {
  readonly name: string;
  /** Arguments as sent, which may not be valid JSON; only the first 4,000 characters. */
  readonly input: string;
  /** Number of passages returned. */
  readonly results: number;
  /** Error returned instead of passages, if the call failed. */
  readonly error?: string;
}

export interface SessionTurn {
  /** Counts from 1, without gaps. */
  readonly number: number;
  readonly userInput: string;
  readonly passages: readonly KeptPassage[];
  readonly response: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly toolCalls: readonly ToolCall[];
  /** Selection that the turn was about; `''` for none. */
  readonly contextUsed: string;
}

export interface Session {
  /** UUID in lower case. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  /** Time of the newest turn; reading does not change it. */
  readonly lastAccessedAt: string;
  /** Number of the newest turn. */
  readonly currentTurn: number;
  /** Oldest first. The oldest turns may have been dropped to stay within the cap on bytes. */
  readonly turns: readonly SessionTurn[];
  /** Settings of the newest turn. */
  readonly settings: AgentSettings;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface AppendedTurn {
  readonly sessionId: string;
  readonly turn: SessionTurn;
  readonly settings: AgentSettings;
  /** Replaces the earlier metadata. */
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

export interface SessionCaps {
  /** Limit for all turns of a session, each measured as the UTF-8 bytes of its JSON; at least 1. */
  readonly maxBytes: number;
  /** At least 1. */
  readonly maxSessions: number;
}

/**
 * Interface for session drivers. Arguments are already valid: ids in lower case, instants in `toISOString` format, so that they sort as
 * text. Every acknowledged write is durable if the database is; a reader sees a whole turn or none of it. Strings are returned exactly as
 * given, including NUL and lone surrogates; objects are returned as copies.
 */
export interface SessionDriver {
  readonly name: string;
  /**
   * Waits until no other process has this session locked, existing or not, and locks it. The lock ends when this process dies. It is only
   * a courtesy: even if it fails, `append` accepts each turn number once. Rejects with `ABORTED`. `undefined` if only one process serves
   * these sessions.
   */
  readonly lock: ((id: string, options?: CallOptions) => Promise<HeldLock>) | undefined;
  /** Returns the session, or `undefined` if it is unknown. Rejects with `INDEX_DAMAGED` if the stored data are not as written. */
  read(id: string): Promise<Session | undefined>;
  /**
   * Appends a turn atomically, across processes too. Turn 1 creates the session (`createdAt` = `turn.at`); any other number must follow
   * the newest turn. Otherwise rejects with `STORE_BUSY`: another process was faster, or the session is gone.
   * Then drops the oldest turns, never the newest, until the session fits `maxBytes`; after turn 1 also whole sessions, least recently
   * used first, never this one, until at most `maxSessions` are left. Of sessions used at the same instant, the one created first goes
   * first.
   */
  append(appended: AppendedTurn, caps: SessionCaps): Promise<void>;
  /** Deletes the session; returns true if it existed. Afterwards none of it can be read, from the driver or from its files. */
  delete(id: string): Promise<boolean>;
  /** Deletes sessions with `lastAccessedAt` before the instant, ISO 8601 UTC. Returns the number deleted. */
  deleteIdleSince(instant: string): Promise<number>;
  count(): Promise<number>;
}
