/** All types of the core, without code, for codecs, servers and drivers. */
export type { BuildLock, HeldLock } from './types/build-lock.ts';
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
export type { AskOptions, CallOptions, Payer } from './types/call-options.ts';
export type { Chunk, Span, SpanKind } from './types/chunk.ts';
export type { Diagnostic } from './types/diagnostic.ts';
export type { Drift, Embedder, EmbedderSource, EmbeddingSpace } from './types/embedder.ts';
export type { Feedback, FeedbackDriver, FeedbackReason } from './types/feedback.ts';
export type { Hit } from './types/hit.ts';
export type { ErrorCode } from './types/ibid-error.ts';
export type { Job, JobDriver, JobRequest, JobState } from './types/job.ts';
export type { Facets, Page } from './types/page.ts';
export type { PageParser, ParsedPage } from './types/page-parser.ts';
export type { Booking, LedgerAccount, LedgerDriver, LedgerReservation, LedgerTotals } from './types/ledger.ts';
export type { Lit, LitText, Lookup, LookupPage, LookupRequest, LookupSection } from './types/lookup.ts';
export type { Mark, MarkKind } from './types/mark.ts';
export type { ModelCall, ModelFault, ModelUse } from './types/model.ts';
export type { QuestionRewriter } from './types/model.ts';
export type { Found, Retrieval, Warning } from './types/retrieval.ts';
export type { Charge, Reservation, ReservationRequest, Spending, TokenUsage } from './types/spending.ts';
export type {
  AgentSettings,
  AppendedTurn,
  KeptPassage,
  Session,
  SessionCaps,
  SessionDriver,
  SessionTurn,
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
  Leg,
  LegQuery,
  LegRange,
  LegResult,
  PageInfo,
  PageRevision,
  PageSummary,
  PageVectors,
  ReadableStore,
  StoreDriver,
  TermCounts,
  Where,
  WholePage,
} from './types/store.ts';
export type { SentenceRange } from './text/split-sentences.ts';
export type { TokenSpan } from './text/tokenize.ts';
export type { Admission, BreakerState, CircuitBreaker } from './async/circuit-breaker.ts';
export type { ChunkStore } from './store/open-store.ts';
export type { CopyOptions, CopyReport } from './copy/copy-index.ts';
export type { Comparison, CopyPair, CopyProgress, CopyStage } from './copy/compare-indexes.ts';
export type { Field } from './retrieve/bm25f.ts';
export type { EmbedderCall, EmbedRequest, OpenEmbedderOptions, TextEmbedder } from './embed/open-embedder.ts';
export type {
  Beginning,
  ConversationLimits,
  Conversations,
  ConversationsOptions,
} from './session/create-conversations.ts';
export type { Conversation } from './session/conversation.ts';
export type { FeedbackOptions, FeedbackStore } from './feedback/open-feedback.ts';
export type { FeedbackSums } from './feedback/sum-feedback.ts';
export type { Engine, EngineOptions } from './answer/create-engine.ts';
export type { Jobs, JobsOptions } from './job/create-jobs.ts';
export type { RunJob } from './job/job-run.ts';
export type { RetrieveRequest } from './retrieve/retrieve.ts';
export type { Cap, CapName, SpendingCaps } from './spend/caps.ts';
export type { AccountTotals, Budget, SpendingOptions } from './spend/create-spending.ts';
export type { ModelPrice, PriceTable } from './spend/prices.ts';
export type { DraftPiece, DraftReader } from './model/draft-reader.ts';
export type { SourceText } from './model/prompt-data.ts';
