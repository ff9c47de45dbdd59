import type { AgentSettings, Session, SessionTurn } from '@ibid/core';
import { retrievedChunk } from './retrieved-chunk.ts';
import type { AgentConfiguration, AgentSession, ConversationTurn } from './session-reply.ts';

export function encodeSession(session: Session): AgentSession {
  return {
    session_id: session.id,
    created_at: session.createdAt,
    last_accessed: session.lastAccessedAt,
    current_turn: session.currentTurn,
    metadata: { ...session.metadata, agent_configuration: encodeSettings(session.settings) },
    conversation_history: session.turns.map(encodeTurn),
  };
}

function encodeTurn(turn: SessionTurn): ConversationTurn {
  return {
    turn_number: turn.number,
    user_input: turn.userInput,
    retrieved_chunks: turn.passages.map(retrievedChunk),
    agent_response: turn.response,
    timestamp: turn.at,
    tool_calls: turn.toolCalls.map(({ name, input, results }) => ({ name, arguments: input, results })),
    context_used: turn.contextUsed === '' ? null : turn.contextUsed,
  };
}

function encodeSettings(settings: AgentSettings): AgentConfiguration {
  return {
    model_name: settings.modelName,
    temperature: settings.temperature,
    max_tokens: settings.maxTokens,
    system_prompt: settings.systemPrompt,
    retrieval_enabled: settings.retrievalEnabled,
    max_turns: settings.maxTurns,
    score_threshold: settings.scoreThreshold,
    top_k: settings.topK,
  };
}
