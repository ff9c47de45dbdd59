import { openSessionStore } from '@ibid/core';
import type {
  AgentSettings,
  AppendedTurn,
  SessionCaps,
  SessionDriver,
  SessionStore,
  SessionTurn,
} from '@ibid/core/types';

/** Where the conversations of one case are kept: drivers of one place see the same ones when they are durable. */
export interface SessionPlace {
  driver(): SessionDriver;
  /** All bytes that the place holds outside memory now; `undefined` where there are none by design. */
  readonly bytes: (() => Promise<Uint8Array>) | undefined;
  /** Given by those that have turns, which processes may hold that die. */
  readonly turns?: {
    /** Milliseconds after which a holder that shows no life counts as dead. */
    readonly patienceMs: number;
    /** A process elsewhere has the turn of this session, whoever had it before; it shows no life. */
    takeAway(id: string): Promise<void>;
  };
  remove(): Promise<void>;
}

/** So wide that nothing is dropped. */
export const WIDE: SessionCaps = { maxBytes: 2 ** 30, maxSessions: 2 ** 30 };

export const SETTINGS: AgentSettings = {
  modelName: 'test/model',
  temperature: 0.5,
  maxTokens: 1024,
  systemPrompt: '',
  retrievalEnabled: true,
  maxTurns: 10,
  scoreThreshold: 0.25,
  topK: 5,
};

/** A UUID that depends on the number alone. */
export function sessionIdOf(number: number): string {
  return `5e551017-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Seconds after the first instant of 2026, as ISO 8601. */
export function instantOf(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

export function sketchTurn(number: number, own: Partial<SessionTurn> = {}): SessionTurn {
  return {
    number,
    userInput: `question ${number}`,
    passages: [],
    response: `answer ${number}`,
    at: instantOf(number),
    toolCalls: [],
    contextUsed: '',
    ...own,
  };
}

export function sketchAppended(session: number, number: number, own: Partial<SessionTurn> = {}): AppendedTurn {
  return {
    sessionId: sessionIdOf(session),
    turn: sketchTurn(number, own),
    settings: SETTINGS,
    metadata: {},
  };
}

/** Bytes of a turn as caps count them. */
export function turnBytes(turn: SessionTurn): number {
  return Buffer.byteLength(JSON.stringify(turn));
}

export async function openSessionPlace(place: SessionPlace): Promise<SessionStore> {
  return openSessionStore(place.driver());
}

/** Gives up after long enough for any turn that comes at all. */
export function turnLimit(place: SessionPlace): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(Math.max(1000, 12 * place.turns!.patienceMs)) };
}
