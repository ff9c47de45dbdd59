export type { TuningDefaults } from './agent/tuning.ts';
export { keptPassage } from './agent/kept-passage.ts';
export type { RetrievedChunk } from './agent/reply.ts';
export type { RetrievalToolInput } from './agent/retrieval-tool-input.ts';
export {
  retrievalTool,
  type RetrievalTool,
  type RetrievalToolOptions,
  type RetrievalToolOutput,
} from './agent/retrieval-tool.ts';
export {
  HEALTH_PARTS,
  HTTP_FAILURES,
  type AnswerEndpoint,
  type AskRequest,
  type ConversationRequest,
  type Decoded,
  type Dialect,
  type Endpoint,
  type EndpointDescription,
  type FailureCode,
  type FeedbackEndpoint,
  type FeedbackRequest,
  type FinishedRun,
  type FinishedSearch,
  type HealthEndpoint,
  type HealthPart,
  type Issue,
  type JobEndpoint,
  type JobStartEndpoint,
  type JsonSchema,
  type NeutralFact,
  type RetrieveEndpoint,
  type SearchRequest,
  type SessionEndEndpoint,
  type SessionEndpoint,
  type StreamEncoder,
  type WireContext,
  type WireEcho,
  type WireFailure,
  type WireReply,
  type WireRequest,
} from './dialect.ts';
export { nativeDialect } from './native/codec.ts';
export { decode as decodeNative } from './native/decode.ts';
export { encodeReply } from './native/encode-reply.ts';
export type { NativeCitation, NativeReply, NativeSection, NativeStatement } from './native/reply.ts';
export { createDialects, dialects } from './registry.ts';
export { answerLayout, rowCells, type AnswerBlock } from './shared/answer-layout.ts';
export { encodeFailure, failureStatus } from './shared/encode-failure.ts';
export { failureBodySchema, type FailureBody } from './shared/failure-body.ts';
export { listedPassages } from './shared/listed-passages.ts';
export { shownText } from './shared/shown-text.ts';
export { hrefTo, textFragment } from './shared/text-fragment.ts';
