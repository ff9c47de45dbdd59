/**
 * Vector of a text, made by feature hashing of its words. Texts with common words have similar vectors, so retrieval with them
 * really works; two models have two different spaces. Not of length 1, as with some services.
 */
export function wordVector(text: string, model: string, dimensions: number): readonly number[] {
  const sums = Array.from({ length: dimensions }, () => 0);
  // Gives a text without words a direction too.
  sums[0] = 0.1;
  for (const word of wordsOf(text)) {
    for (let entry = 0; entry < ENTRIES; entry++) {
      const hash = hashOf(`${model} ${entry} ${word}`);
      sums[(hash >>> 1) % dimensions]! += hash & 1 ? SCALE : -SCALE;
    }
  }
  return sums;
}

/** Number of tokens: one per word; a long word counts as several. */
export function serviceTokensOf(text: string): number {
  return wordsOf(text).reduce((sum, word) => sum + Math.ceil(word.length / 12), 0);
}

/** First words of a text. */
export function firstTokens(text: string, limit: number): string {
  return wordsOf(text).slice(0, limit).join(' ');
}

const ENTRIES = 4;
/** Exactly representable, so that JSON, base64 and float32 agree. */
const SCALE = 0.625;

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
