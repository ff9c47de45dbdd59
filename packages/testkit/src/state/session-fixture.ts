import type { AgentSettings, AppendedTurn, SessionCaps, SessionTurn } from '@ibid/core/types';

/** Caps so high that nothing is dropped. */
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

/** A UUID made from the number only. */
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

/** Bytes of a turn as counted for the caps. */
export function turnBytes(turn: SessionTurn): number {
  return Buffer.byteLength(JSON.stringify(turn));
}
