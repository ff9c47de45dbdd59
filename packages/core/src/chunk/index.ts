export { chunkId } from './chunk-id.ts';
export { digestChunkId } from './digest-chunk-id.ts';
export { chunkPage, CHUNKER_ID } from './chunk-page.ts';
export { countTokens } from './count-tokens.ts';
export { embedTexts } from './chunk-page.ts';
export { CHUNK_TOKENS } from './chunk-tokens.ts';
export { termCounts } from './read-chunk.ts';
