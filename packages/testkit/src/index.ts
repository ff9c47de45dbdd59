export { describeSource } from './describe-source.ts';
export { describeEmbedder } from './describe-embedder.ts';
export {
  FAULTS_OF_SOME,
  openEmbeddingService,
  type EmbeddingFault,
  type EmbeddingService,
} from './embedding-service/embedding-service.ts';
export { indexOnce } from './index-once.ts';
export { scriptedSource, scriptedUrl, type ScriptedPage, type ScriptedSource } from './scripted-source.ts';
export { describeState } from './state/describe-state.ts';
export {
  ANY_NUMBER,
  booking,
  DAY,
  feedbackIdOf,
  ledgerAccount,
  sessionIdOf,
  SETTINGS,
  sketchAppended,
  sketchFeedback,
  sketchJob,
  tokensOf,
  WIDE,
} from './state/state-fixture.ts';
export { describeStore, storeRules } from './describe-store.ts';
export {
  collect,
  putPages,
  show,
  sketchPage,
  SPACE,
  START,
  unitVector,
  urlOf,
  type PageSketch,
  type StorePlace,
} from './store/store-fixture.ts';
export { arbitraryPage, arbitraryQuery } from './store/store-operations.ts';
export { memoryStore } from './store/memory-store.ts';
export { keepRule } from './store/store-rule.ts';
export type { SourcePlace } from './source/source-rules.ts';
export {
  fixturePage,
  fixtureSite,
  fixtureSitemap,
  readSource,
  type FixtureReply,
  type FixtureSite,
  type SourceContent,
} from './fixture-site/fixture-site.ts';
export {
  calendar,
  drip,
  endless,
  failing,
  gzipBomb,
  redirectTo,
  reset,
  silent,
  slowHeaders,
} from './fixture-site/traps.ts';
export {
  openModelService,
  type ModelService,
  type ModelServiceOptions,
  type ServedRequest,
} from './model-service/model-service.ts';
export type { ParsedCall } from './model-service/parse-call.ts';
export {
  failingThen,
  inTurn,
  refusing,
  type ModelScript,
  type ScriptedReply,
  type ScriptedToolCall,
  type WireReply,
} from './model-service/script.ts';
export { MODEL_FAULTS_SERVED, type ModelFaultMode } from './model-service/reply.ts';
export { quotingModel, readSources, searchingModel, sentencesOf } from './model-service/quoting-model.ts';
export { seededRandom } from './seeded-random.ts';
export { needsServer, openPostgresService, type PostgresService } from './postgres-service/open-postgres-service.ts';
export { onLoopback } from './loopback.ts';
export { debianPostgresFolder, startDebianPostgres, startPostgres } from './postgres-service/start-debian-postgres.ts';
export { openQdrantService, type QdrantService } from './qdrant-service/qdrant-service.ts';
export { tried } from './tried.ts';
export { wordEmbedder } from './word-embedder.ts';
