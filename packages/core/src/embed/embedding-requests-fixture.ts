/** Ten distinct texts, each with a different vector: three batches for `soundEmbedder`. */
export const TEXTS: readonly string[] = Array.from({ length: 10 }, (_, i) => `${String.fromCodePoint(97 + i)} text`);

export const documents = (texts: readonly string[]): { purpose: 'document'; texts: readonly string[] } => ({
  purpose: 'document',
  texts,
});

export const question = (text: string): { purpose: 'query'; texts: readonly string[] } => ({
  purpose: 'query',
  texts: [text],
});
