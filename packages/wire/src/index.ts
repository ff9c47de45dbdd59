export type { TuningDefaults } from './agent/retrieval.ts';
export { keptPassage, type RetrievedChunk } from './agent/retrieval.ts';
export {
  retrievalTool,
  type RetrievalTool,
  type RetrievalToolOptions,
  type RetrievalToolOutput,
} from './agent/retrieval.ts';
export type * from './dialect.ts';
export { decode as decodeNative } from './native/codec.ts';
export { createStreamEncoder, encodeReply, encodeSearch, type NativeSearch } from './native/encode.ts';
export { cleanQuestion, readQuestion, type NativeQuestion } from './native/read-question.ts';
export { createDialects, dialects } from './registry.ts';
export { shownText } from './shared/replies.ts';
export { failureSchema } from './shared/fields.ts';
export { encodeFailure, failureStatus, type FailureBody } from './shared/failures.ts';
export { readScope } from './shared/read-request.ts';
export { hrefTo, listedPassages } from './shared/replies.ts';
