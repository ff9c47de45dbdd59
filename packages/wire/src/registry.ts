import { agentDialect } from './agent/codec.ts';
import { answerDialect } from './answer/codec.ts';
import { askDialect } from './ask/codec.ts';
import type { Dialect } from './dialect.ts';
import { nativeDialect } from './native/codec.ts';
import { queryDialect } from './query/codec.ts';

/** Every vocabulary that the server speaks. */
export const dialects: readonly Dialect[] = [nativeDialect, askDialect, agentDialect, answerDialect, queryDialect];
