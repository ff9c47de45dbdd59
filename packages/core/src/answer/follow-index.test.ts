import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { memoryStore, scriptedSource, wordEmbedder } from '@ibid/testkit';
import { describe, expect, test } from 'vitest';
import { ingest } from '../ingest/index.ts';
import { inlineParser } from '../parse/index.ts';
import { openStore, type ChunkStore } from '../store/open-store.ts';
import type { EmbedderSource } from '../types/embedder.ts';
import { IbidError } from '../types/ibid-error.ts';
import { extractiveAnswerer } from '../excerpt/extractive-answerer.ts';
import { createEngine, type EngineOptions } from './create-engine.ts';
import { codes, HANDBOOK } from './engine-fixture.ts';

const QUESTION = { text: 'Which port does the controller listen on?', limit: 3 };

async function index(store: ChunkStore, embedder: EmbedderSource): Promise<void> {
  const source = scriptedSource(HANDBOOK);
  await ingest({ source, parser: inlineParser(), store, embedder, now: () => new Date(0) });
}

const engineOver = (store: ChunkStore, options: Partial<EngineOptions>): ReturnType<typeof createEngine> =>
  createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'run-1', ...options });

const EMBEDDERS = { builtin: () => builtinEmbedder({ dimensions: 16 }), words: () => wordEmbedder() };

describe('an index that another embedder made anew', () => {
  test.each([
    ['builtin', 'words'],
    ['words', 'builtin'],
  ] as const)('is searched with it by an engine that is running: from %s to %s and back', async (first, second) => {
    const store = await openStore(memoryStore());
    await index(store, EMBEDDERS[first]());
    const spaces: string[] = [];
    const engine = engineOver(store, {
      embedder: EMBEDDERS[first](),
      openEmbedder: async ({ id }) => {
        spaces.push(id);
        return id.startsWith('test/words') ? EMBEDDERS.words() : EMBEDDERS.builtin();
      },
    });
    for (const name of [first, second, first]) {
      await index(store, EMBEDDERS[name]());
      const replies = await Promise.all([1, 2, 3].map(() => engine.search(QUESTION)));
      for (const reply of replies) {
        expect(codes(reply)).toEqual([]);
        expect(reply.hits[0]?.chunk.text).toContain('7420');
      }
      expect(await engine.embedderWorks()).toBe(true);
    }
    // Questions that come at the same time open it once.
    expect(spaces).toHaveLength(2);
  });

  test('closes the embedder before', async () => {
    const store = await openStore(memoryStore());
    await index(store, EMBEDDERS.words());
    let closed = 0;
    const { embedder } = EMBEDDERS.words();
    const engine = engineOver(store, {
      embedder: { kind: 'fixed', embedder: { ...embedder, close: async () => void closed++ } },
      openEmbedder: async () => EMBEDDERS.builtin(),
    });
    await engine.search(QUESTION);
    await index(store, EMBEDDERS.builtin());
    await engine.search(QUESTION);
    expect(closed).toBe(1);
  });

  test('is searched by words while its embedder cannot be opened, and the reason is reported', async () => {
    const store = await openStore(memoryStore());
    await index(store, EMBEDDERS.builtin());
    const reasons: string[] = [];
    const engine = engineOver(store, {
      embedder: EMBEDDERS.builtin(),
      openEmbedder: () => Promise.reject(new IbidError('INDEX_MISMATCH', 'Put `embedder` back.')),
      embedding: { onQuestionFailed: ({ message }) => reasons.push(message) },
    });
    await index(store, EMBEDDERS.words());
    const reply = await engine.search(QUESTION);
    expect(codes(reply)).toEqual(['vector_leg_missing']);
    expect(reply.hits[0]?.chunk.text).toContain('7420');
    expect(reasons).toEqual(['Put `embedder` back.']);
    expect(await engine.embedderWorks()).toBe(false);
    await index(store, EMBEDDERS.builtin());
    expect(codes(await engine.search(QUESTION))).toEqual([]);
  });

  test.each([
    ['builtin', 'words'],
    ['words', 'builtin'],
  ] as const)('is refused with what to do where only %s can be opened', async (first, second) => {
    const store = await openStore(memoryStore());
    await index(store, EMBEDDERS[second]());
    await expect(engineOver(store, { embedder: EMBEDDERS[first]() }).search(QUESTION)).rejects.toMatchObject({
      code: 'INDEX_MISMATCH',
      message: expect.stringContaining('configure the embedder of the index'),
    });
  });
});
