export { arbitraryBlocks } from './arbitrary-blocks.ts';
export { describeEmbedder, type DescribeEmbedderOptions } from './describe-embedder.ts';
export { countingEmbedder, type EmbedderCounts } from './embedder/counting-embedder.ts';
export { EMBEDDER_FAULTS, faultyEmbedder, type EmbedderFault, type FaultOptions } from './embedder/faulty-embedder.ts';
export { scriptedSource, scriptedUrl, type ScriptedPage, type ScriptedSource } from './scripted-source.ts';
export { describeStore, storeRules } from './describe-store.ts';
export type { StorePlace } from './store/store-fixture.ts';
export { keepRule, type StoreCapability, type StoreRule } from './store/store-rule.ts';
