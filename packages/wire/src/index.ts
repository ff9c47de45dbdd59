export { keptPassage, retrievalTool, type RetrievalToolOutput, type TuningDefaults } from './agent/retrieval.ts';
export type {
  AnswerEndpoint,
  AskRequest,
  CallEndpoint,
  CallKind,
  Calls,
  Decoded,
  Dialect,
  Endpoint,
  FailureCode,
  FinishedRun,
  HealthEndpoint,
  HealthPart,
  JsonSchema,
  StreamEncoder,
  WireContext,
  WireFailure,
  WireReply,
  WireRequest,
} from './dialect.ts';
export { decode as decodeNative } from './native/codec.ts';
export {
  cleanQuestion,
  createStreamEncoder,
  encodeReply,
  encodeSearch,
  readQuestion,
  type NativeQuestion,
  type NativeSearch,
} from './native/messages.ts';
export { createDialects, dialects } from './registry.ts';
export { encodeFailure, type FailureBody } from './shared/failures.ts';
export { failureSchema } from './shared/fields.ts';
export { readScope } from './shared/read-request.ts';
export { hrefTo, listedPassages, shownText } from './shared/replies.ts';
