export { growthOf } from './growth.ts';
export { arbitraryBlocks } from './arbitrary-blocks.ts';
export { describeSource, type DescribeSourceOptions } from './describe-source.ts';
export { describeEmbedder, type DescribeEmbedderOptions } from './describe-embedder.ts';
export { countingEmbedder, type EmbedderCounts } from './embedder/counting-embedder.ts';
export { EMBEDDER_FAULTS, faultyEmbedder, type EmbedderFault, type FaultOptions } from './embedder/faulty-embedder.ts';
export {
  EMBEDDING_FAULTS,
  FAULTS_OF_SOME,
  openEmbeddingService,
  SERVED_EMBEDDING_MODELS,
  type EmbeddingFault,
  type EmbeddingService,
  type EmbeddingServiceOptions,
  type ServedEmbedding,
  type ServedEmbeddingModel,
} from './embedding-service/embedding-service.ts';
export { scriptedSource, scriptedUrl, type ScriptedPage, type ScriptedSource } from './scripted-source.ts';
export { describeState } from './state/describe-state.ts';
export type { StateCapability, StateParts, StatePlace, StateRule } from './state/state-rule.ts';
export { instantOf, sessionIdOf, SETTINGS, sketchAppended, sketchTurn, WIDE } from './state/session-fixture.ts';
export { jobIdOf, sketchJob } from './state/job-fixture.ts';
export { booking, DAY, ledgerAccount, newReservationId, tokensOf, tryReserve } from './state/ledger-fixture.ts';
export { ANY_NUMBER, feedbackIdOf, keptRequests, sketchFeedback } from './state/feedback-fixture.ts';
export { describeStore, storeRules } from './describe-store.ts';
export {
  collect,
  putPages,
  show,
  sketchPage,
  sketchVectors,
  SPACE,
  START,
  unitVector,
  urlOf,
  type PageSketch,
  type StorePlace,
} from './store/store-fixture.ts';
export { legDifferences } from './store/naive-search.ts';
export { arbitraryOperations, arbitraryQuery, playOperations, type StoreOperation } from './store/store-operations.ts';
export { keepRule, type StoreCapability, type StoreRule } from './store/store-rule.ts';
export { SOURCE_CHECKS, type SourceCheck } from './source/source-checks.ts';
export type { SourceCapability, SourcePlace } from './source/source-checks.ts';
export { fixturePage } from './fixture-site/fixture-site.ts';
export { fixtureSitemap } from './fixture-site/fixture-site.ts';
export {
  fixtureSite,
  type FixtureReply,
  type FixtureRequest,
  type FixtureResponse,
  type FixtureSite,
} from './fixture-site/fixture-site.ts';
export { readSource, type SourceContent } from './fixture-site/fixture-site.ts';
export {
  brotliBomb,
  calendar,
  drip,
  endless,
  entityBomb,
  failing,
  gzipBomb,
  packedTimes,
  redirectTo,
  reset,
  sessionMaze,
  silent,
  slowHeaders,
} from './fixture-site/traps.ts';
export {
  openModelService,
  serviceTokens,
  type BilledTokens,
  type ModelService,
  type ModelServiceOptions,
  type ServedRequest,
} from './model-service/model-service.ts';
export type { CallMessage, OfferedTool, ParsedCall, ToolResult } from './model-service/parse-call.ts';
export {
  bytesOf,
  failingThen,
  inTurn,
  refusing,
  spoiling,
  type FaultReply,
  type ModelScript,
  type ScriptedReply,
  type ScriptedToolCall,
  type TextReply,
  type ToolReply,
  type ToolsReply,
  type WireReply,
  type WireStep,
} from './model-service/script.ts';
export { ECHOED_KEY, MODEL_FAULTS_SERVED, replySteps, type ModelFaultMode } from './model-service/faults.ts';
export {
  quotingModel,
  readSources,
  searchingModel,
  type GivenInput,
  type GivenSource,
  type QuotingModelOptions,
} from './model-service/quoting-model.ts';
export {
  HEAVY_HIJACK_STYLES,
  HIJACK_STYLES,
  hijackedModel,
  hijackedReply,
  seededRandom,
  type HijackedModelOptions,
} from './model-service/hijacked-model.ts';
export { openRefusedPort, type RefusedPort } from './model-service/refused-port.ts';
export { openPostgresService, type PostgresService } from './postgres-service/open-postgres-service.ts';
export { needsServer } from './postgres-service/needs-server.ts';
export {
  debianPostgresFolder,
  startDebianPostgres,
  type DebianPostgres,
} from './postgres-service/start-debian-postgres.ts';
export { startPostgresPair, type PostgresPair } from './postgres-service/start-postgres-pair.ts';
export { playFullDisk, type FullDiskSubject } from './postgres-service/play-full-disk.ts';
export { mountSmallDisk, type SmallDisk } from './postgres-service/mount-small-disk.ts';
export { noSmallDisk } from './postgres-service/no-small-disk.ts';
export { openQdrantService, type QdrantService } from './qdrant-service/qdrant-service.ts';
