export type { BuildLock, HeldBuildLock } from './types/build-lock.ts';
export type { Block } from './types/block.ts';
export type {
  Answer,
  Answerer,
  AnswerEvent,
  Brief,
  Citation,
  ClosestPassage,
  Correction,
  DraftEvent,
  Evidence,
  Excerpt,
  FurtherSearch,
  Passage,
  Question,
  RetrievalLimits,
  Scope,
  SectionLink,
  Selection,
  Statement,
  StatementKind,
  StatementPlace,
  SuppliedChunk,
  SuppliedContext,
  Turn,
} from './types/answer.ts';
export type { AskOptions, Payer } from './types/ask-options.ts';
export type { CallOptions } from './types/call-options.ts';
export type { Chunk, Span, SpanKind } from './types/chunk.ts';
export type { Diagnostic } from './types/diagnostic.ts';
export type { Drift, Embedder, EmbedderSource, FittedSpace } from './types/embedder.ts';
export { FEEDBACK_REASONS, type Feedback, type FeedbackDriver, type FeedbackReason } from './types/feedback.ts';
export type { Hit } from './types/hit.ts';
export { ERROR_CODES, IbidError, type ErrorCode } from './types/ibid-error.ts';
export type { Job, JobDriver, JobHold, JobRequest, JobState } from './types/job.ts';
export type { Facets, Page } from './types/page.ts';
export type { PageParser, ParsedPage } from './types/page-parser.ts';
export type { Booking, LedgerAccount, LedgerDriver, LedgerReservation, LedgerTotals } from './types/ledger.ts';
export type { Mark, MarkKind } from './types/mark.ts';
export { MODEL_FAULTS, type ModelCall, type ModelFault, type ModelUse } from './types/model.ts';
export type { QuestionRewriter } from './types/question-rewriter.ts';
export type { Found, Retrieval } from './types/retrieval.ts';
export type { Charge, Reservation, ReservationRequest, Spending, TokenUsage } from './types/spending.ts';
export { WORDED } from './answer/worded.ts';
export { modelFault, modelFaultOf } from './answer/model-fault.ts';
export type {
  AgentSettings,
  AppendedTurn,
  HeldTurn,
  KeptPassage,
  Session,
  SessionCaps,
  SessionDriver,
  SessionTurn,
  SessionTurns,
  ToolCall,
} from './types/session.ts';
export type { LoadedPage, RawPage, Source, SourceEntry } from './types/source.ts';
export type {
  BuildState,
  Candidate,
  EmbeddingCache,
  IndexedChunk,
  IndexedPage,
  IndexInfo,
  IndexSchema,
  IndexTerms,
  LegQuery,
  LegRange,
  LegResult,
  PageInfo,
  PageRevision,
  PageVectors,
  StoreDriver,
  TermCounts,
  Where,
  WholePage,
} from './types/store.ts';
export { sha256Hex } from './hash/sha256-hex.ts';
export { splitSentences, type SentenceRange } from './text/split-sentences.ts';
export { STOP_WORDS } from './text/word-tokens.ts';
export { contentTokens, tokenize, TOKENIZER_ID, tokenizeSpans, type TokenSpan } from './text/tokenize.ts';
export { canonicalUrl } from './url/canonical-url.ts';
export { pathKey } from './url/path-key.ts';
export { sectionKey } from './url/path-key.ts';
export { isOfFacets } from './store/is-of-facets.ts';
export { openStore, type ChunkStore } from './open-store.ts';
export { copyCache } from './copy/copy-cache.ts';
export { copyIndex } from './copy/copy-index.ts';
export type { CopyOptions, CopyPair, CopyProgress, CopyStage } from './copy/copy-options.ts';
export type { CopyReport } from './copy/copy-options.ts';
export { compareIndexes, type Comparison } from './copy/compare-indexes.ts';
export { BM25F, FIELDS, fieldFrequency, idf, saturate, type Field } from './retrieve/bm25f.ts';
export { pageSaturate } from './retrieve/page-bm25.ts';
export { HEADING_WEIGHT } from './retrieve/weights.ts';
export {
  openEmbedder,
  type EmbedderCall,
  type EmbedRequest,
  type OpenEmbedderOptions,
  type TextEmbedder,
} from './open-embedder.ts';
export {
  createConversations,
  type Beginning,
  type ConversationLimits,
  type Conversations,
  type ConversationsOptions,
} from './session/create-conversations.ts';
export type { Conversation } from './session/conversation.ts';
export { openSessionStore, type SessionStore } from './session/open-session-store.ts';
export { openFeedback, type FeedbackOptions, type FeedbackStore } from './feedback/open-feedback.ts';
export { sumFeedback, type FeedbackSums } from './feedback/sum-feedback.ts';
export { createEngine, type Engine, type EngineOptions } from './answer/create-engine.ts';
export { extractiveAnswerer } from './excerpt/extractive-answerer.ts';
export { settledDraft } from './excerpt/settled-draft.ts';
export { foldAnswer } from './answer/fold-answer.ts';
export { withFallback } from './answer/with-fallback.ts';
export { createJobs, type Jobs, type JobsOptions } from './job/create-jobs.ts';
export type { RunJob } from './job/job-run.ts';
export { verifyCitation } from './cite/verify-citation.ts';
export type { RetrieveRequest } from './retrieve/retrieve.ts';
export type { Cap, CapName, SpendingCaps } from './spend/caps.ts';
export { createSpending, type AccountTotals, type Budget, type SpendingOptions } from './spend/create-spending.ts';
export { DEFAULT_CAPS } from './spend/default-caps.ts';
export type { ModelPrice, PriceTable } from './spend/prices.ts';
export { createDraftReader, type DraftPiece, type DraftReader } from './model/draft-reader.ts';
export { answerInput, answerInstructions, NOT_IN_SOURCES } from './model/answer-prompt.ts';
export { sourceLine, type SourceText } from './model/prompt-data.ts';
export { acceptRewrite } from './model/accept-rewrite.ts';
export { needsRewrite } from './model/needs-rewrite.ts';
export { rewriteInput, rewriteInstructions } from './model/rewrite-prompt.ts';
