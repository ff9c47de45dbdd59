import { openStore } from '@ibid/core';
import type { EmbeddingSpace } from '@ibid/core/types';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import type { CaseInput } from '../cases/bench-case.ts';
import { vocabulary } from '../corpus/vocabulary.ts';
import { fileMegabytes, milliseconds, peakMegabytes, type Figures } from '../measure.ts';
import { PASSAGES_OF_PAGE, scalePage } from './scale-page.ts';

function scaleSpace(dimensions: number): EmbeddingSpace {
  return { id: `bench/scale@${dimensions}`, dimensions, data: new Uint8Array() };
}

/** Writes an index with the given numbers of passages and dimensions, using only the embedded store. */
export async function scaleIndex({ index, scale }: CaseInput): Promise<Figures> {
  const { size, dimensions } = scale ?? { size: 1000, dimensions: 256 };
  const space = scaleSpace(dimensions);
  const words = vocabulary();
  const started = performance.now();
  await using store = await openStore(sqliteStore({ file: index }));
  await store.beginBuild({
    schema: { chunker: 'bench@1', tokenizer: 'bench@1' },
    sourceId: 'bench:scale',
    fresh: true,
  });
  let writing = 0;
  for (let page = 0; page < size / PASSAGES_OF_PAGE; page++) {
    const { page: indexed, vectors } = scalePage(page, words, space);
    const from = performance.now();
    await store.putPage(indexed);
    await store.putVectors(vectors);
    writing += milliseconds(from);
  }
  const publishing = performance.now();
  await store.publish({ space, publishedAt: '2026-01-01T00:00:00.000Z' });
  const published = milliseconds(publishing);
  return {
    chunks: size,
    dimensions,
    'write s': writing / 1000,
    'publish s': published / 1000,
    'write and publish chunks/s': (1000 * size) / (writing + published),
    'in all s': milliseconds(started) / 1000,
    'index MB': fileMegabytes(index, `${index}-wal`),
    'index bytes a chunk': (1e6 * fileMegabytes(index, `${index}-wal`)) / size,
    'peak MB': peakMegabytes(),
  };
}
