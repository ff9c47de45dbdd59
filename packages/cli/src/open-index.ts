import {
  createEngine,
  extractiveAnswerer,
  IbidError,
  openStore,
  type ChunkStore,
  type Engine,
  type OpenEmbedderOptions,
} from '@ibid/core';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Answering } from './open-answering.ts';
import { openForQuestions, type EmbeddingSettings } from './open-embedder-source.ts';

/** Opens an index that exists; a missing file is `NOT_INDEXED` and is not created. */
export async function openIndex(file: string): Promise<ChunkStore> {
  if (!existsSync(file)) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${file}\`. Index a folder or a site first.`);
  }
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  return openStore(sqliteStore({ file, readOnly: true }));
}

interface EngineParts extends Pick<OpenEmbedderOptions, 'onQuestionFailed' | 'onCall'> {
  /** By extracts unless given. */
  readonly answering?: Answering['engine'];
}

/** The engine over an index, with the embedder that made it. Closing the engine closes the index. */
export async function openEngine(
  settings: EmbeddingSettings,
  { answering, ...options }: EngineParts = {},
): Promise<Engine> {
  const store = await openIndex(settings.index);
  try {
    const info = await store.info();
    const embedder = await openForQuestions({ settings, space: info?.space });
    const embedding = { ...options, random: Math.random };
    return await createEngine({
      store,
      embedder,
      embedding,
      answerer: extractiveAnswerer(),
      ...answering,
      newId: randomUUID,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}
