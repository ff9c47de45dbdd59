/** Most tokens of a chunk with its lead and overlap, o200k. In a file of its own, so that answering needs no tokenizer. */
export const CHUNK_TOKENS = 400;
