/** Limits of a bundle; texts in Unicode characters. */
export const BUNDLE_LIMITS = {
  chunks: 100,
  content: 20_000,
  chunkId: 500,
  /** Of the whole request: far more than an answer draws on, and room for what a bundle says beside its texts. */
  bytes: 1_048_576,
} as const;
