/** Services limit a request by tokens too; at a token a character this many stay below the 300,000 of the strictest. */
const MAX_CHARACTERS = 200_000;

/** The texts in order, in batches of at most `maxBatch` that are not too long altogether. A text that alone is longer stands alone. */
export function batchesOf(texts: readonly string[], maxBatch: number): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let room = MAX_CHARACTERS;
  for (const text of texts) {
    if (batch.length === 0 || batch.length === maxBatch || text.length > room) {
      batch = [];
      room = MAX_CHARACTERS;
      batches.push(batch);
    }
    batch.push(text);
    room -= text.length;
  }
  return batches;
}
