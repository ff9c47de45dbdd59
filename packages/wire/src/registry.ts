import { createAgentDialect } from './agent/codec.ts';
import type { TuningDefaults } from './agent/retrieval.ts';
import { answerDialect } from './answer/codec.ts';
import { askDialect } from './ask/codec.ts';
import type { Dialect } from './dialect.ts';
import { nativeDialect } from './native/codec.ts';
import { openaiDialect } from './openai/codec.ts';
import { queryDialect } from './query/codec.ts';

/** Creates all dialects that the server supports. `tuning` has the owner's defaults for agent settings that a request leaves out. */
export function createDialects(tuning: Partial<TuningDefaults> = {}): readonly Dialect[] {
  return [nativeDialect, askDialect, createAgentDialect(tuning), answerDialect, queryDialect, openaiDialect];
}

export const dialects: readonly Dialect[] = createDialects();
