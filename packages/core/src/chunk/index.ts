export { chunkId } from './chunk-id.ts';
export { chunkPage, CHUNKER_ID } from './chunk-page.ts';
export { countTokens } from './count-tokens.ts';
export { embedTexts } from './embed-texts.ts';
export { CHUNK_TOKENS } from './pack.ts';
export { termCounts } from './read-chunk.ts';
