import type { JsonSchema } from '../dialect.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import { requestSchema } from './schema.ts';
import type { TuningDefaults } from './tuning.ts';
import { withDefaults } from './with-defaults.ts';

/** What a question looks like, with its two names; `named` where a conversation must be named too. */
export function requestJsonSchema(conversation: 'new-or-named' | 'named', tuning: TuningDefaults): JsonSchema {
  const named = { anyOf: [{ required: ['conversation_id'] }, { required: ['session_id'] }] };
  return {
    ...withDefaults(toJsonSchema(requestSchema, 'input'), tuning),
    anyOf: [{ required: ['query_text'] }, { required: ['query'] }],
    ...(conversation === 'named' ? { allOf: [named] } : {}),
  };
}
