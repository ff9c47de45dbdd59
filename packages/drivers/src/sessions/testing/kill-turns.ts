/** What a writer appends that is killed, as a function of session and number alone, so that its test knows what must be there. */
import type { AppendedTurn } from '@ibid/core/types';

export const KILL_SESSIONS = 3;
/** So that dropping turns is interrupted too. */
export const KILL_CAPS = { maxBytes: 20_000, maxSessions: 100 } as const;

export function killSessionId(session: number): string {
  return `00000000-0000-4000-8000-00000000000${session}`;
}

export function killAppended(session: number, number: number): AppendedTurn {
  const response = `session${session} turn${number} ${'words '.repeat((number * 37) % 700)}end`;
  return {
    sessionId: killSessionId(session),
    turn: {
      number,
      userInput: `question ${number}`,
      passages: [],
      response,
      at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
      toolCalls: [],
      contextUsed: '',
    },
    settings: {
      modelName: 'kill',
      temperature: 0,
      maxTokens: 1,
      systemPrompt: '',
      retrievalEnabled: true,
      maxTurns: 50,
      scoreThreshold: 0,
      topK: 1,
    },
    metadata: { number },
  };
}
