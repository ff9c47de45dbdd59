import { z } from 'zod';

/** Says that a conversation is gone. */
export interface AgentSessionEnded {
  readonly message: string;
  readonly session_id: string;
  readonly status: 'ended';
}

export const endedSchema: z.ZodType<AgentSessionEnded> = z.strictObject({
  message: z.string(),
  session_id: z.string().meta({ format: 'uuid' }),
  status: z.literal('ended'),
});

export function encodeEnded(sessionId: string): AgentSessionEnded {
  return { message: 'The conversation has ended and its turns are deleted.', session_id: sessionId, status: 'ended' };
}
