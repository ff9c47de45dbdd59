import { z } from 'zod';
import { retrievedChunkSchema } from './retrieved-chunk-schema.ts';
import type { AgentConfiguration, AgentSession, ConversationTurn } from './session-reply.ts';

const instant = z.string().meta({ format: 'date-time' });

const configurationSchema: z.ZodType<AgentConfiguration> = z.strictObject({
  model_name: z.string(),
  temperature: z.number().min(0).max(1),
  max_tokens: z.int().min(1),
  system_prompt: z.string(),
  retrieval_enabled: z.boolean(),
  max_turns: z.int().min(1).max(50),
  score_threshold: z.number().min(0).max(1),
  top_k: z.int().min(1).max(10),
});

const turnSchema: z.ZodType<ConversationTurn> = z.strictObject({
  turn_number: z.int().min(1),
  user_input: z.string(),
  retrieved_chunks: z.array(retrievedChunkSchema),
  agent_response: z.string(),
  timestamp: instant,
  tool_calls: z.array(
    z.strictObject({
      name: z.string(),
      arguments: z.string().meta({ description: 'As JSON' }),
      results: z.int().min(0).meta({ description: 'Passages that came back' }),
    }),
  ),
  context_used: z.string().nullable().meta({ description: 'The selection that the turn was about' }),
});

export const sessionSchema: z.ZodType<AgentSession> = z.strictObject({
  session_id: z.string().meta({ format: 'uuid' }),
  created_at: instant,
  last_accessed: instant,
  current_turn: z.int().min(1).meta({ description: 'Number of the newest turn' }),
  metadata: z
    .object({ agent_configuration: configurationSchema.meta({ description: 'As of the newest turn' }) })
    .catchall(z.union([z.string(), z.number(), z.boolean()])),
  conversation_history: z
    .array(turnSchema)
    .meta({ description: 'Oldest first; the oldest of a long conversation may be gone' }),
});
