export {
  HTTP_FAILURES,
  type Decoded,
  type Dialect,
  type Endpoint,
  type FailureCode,
  type Issue,
  type NeutralFact,
  type StreamEncoder,
  type WireContext,
  type WireEcho,
  type WireFailure,
  type WireReply,
  type WireRequest,
} from './dialect.ts';
export { answerLayout, type AnswerPart } from './native/answer-layout.ts';
export { nativeDialect } from './native/codec.ts';
export { encodeFailure } from './native/encode-failure.ts';
export { encodeReply } from './native/encode-reply.ts';
export type { NativeCitation, NativeFailure, NativeReply, NativeSection, NativeStatement } from './native/reply.ts';
export { hrefTo, textFragment } from './native/text-fragment.ts';
export { dialects } from './registry.ts';
