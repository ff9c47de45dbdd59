import { IbidError } from '@ibid/core';
import type { ChunkStore, Embedder, EmbedderSource, StoreDriver } from '@ibid/core/types';
import { ingest, type IngestOptions, type IngestReport } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { scriptedUrl, type ScriptedPage, type ScriptedSource, wordEmbedder } from '@ibid/testkit';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const NOW = new Date('2026-01-02T03:04:05Z');

/** Calls `ingest` with real parts and without waiting, on a store and a source of the test. */
export function ingestInto(
  store: ChunkStore,
  source: ScriptedSource,
  options: Partial<Omit<IngestOptions, 'store' | 'source'>> = {},
): Promise<IngestReport> {
  return ingest({
    store,
    source,
    parser: inlineParser(),
    embedder: wordEmbedder(),
    now: () => NOW,
    embedding: { sleep: () => Promise.resolve() },
    ...options,
  });
}

/** An embedder that calls `watch` before every call; `watch` may count or throw. */
export function watchedEmbedder(
  source: EmbedderSource & { readonly kind: 'fixed' },
  watch: (texts: readonly string[]) => void,
  overrides: Partial<Embedder> = {},
): EmbedderSource & { readonly kind: 'fixed' } {
  const { embedder } = source;
  return {
    kind: 'fixed',
    embedder: {
      ...embedder,
      embed: async (request, call) => {
        watch(request.texts);
        return embedder.embed(request, call);
      },
      ...overrides,
    },
  };
}

type Operation = 'beginBuild' | 'putPage' | 'deletePages' | 'putVectors' | 'publish';

/** A driver whose writes call `before`, then the driver, then `after`; either may throw or wait. */
export function watchedDriver(
  driver: StoreDriver,
  watch: {
    readonly before?: (operation: Operation) => void | Promise<void>;
    readonly after?: (operation: Operation) => void | Promise<void>;
  },
): StoreDriver {
  const around = async <Result>(operation: Operation, action: () => Promise<Result>): Promise<Result> => {
    await watch.before?.(operation);
    const result = await action();
    await watch.after?.(operation);
    return result;
  };
  return {
    ...driver,
    beginBuild: (build, call) => around('beginBuild', () => driver.beginBuild(build, call)),
    putPage: (page, call) => around('putPage', () => driver.putPage(page, call)),
    deletePages: (urls, call) => around('deletePages', () => driver.deletePages(urls, call)),
    putVectors: (vectors, call) => around('putVectors', () => driver.putVectors(vectors, call)),
    publish: (build, call) => around('publish', () => driver.publish(build, call)),
  };
}

/** Markdown of a page with two passages that both contain title and words. */
export const page = (title: string, words: string): string =>
  `# ${title}\n\nThe ${title} page says ${words}.\n\n## Details\n\nMore about ${words} stands here.\n`;

export const SMALL: Readonly<Record<string, ScriptedPage>> = {
  '/guide/install': page('Install', 'how to install the worker'),
  '/guide/start': page('Start', 'how to start the scheduler'),
  '/guide/stop': page('Stop', 'how to stop the gateway'),
  '/reference/queue': page('Queue', 'what the queue holds'),
};

/** An empty store in a new file of `folder`. */
export const emptyStore = (folder: string): StoreDriver => sqliteStore({ file: join(folder, `${randomUUID()}.db`) });

/** Result of `work`: the code of its error, its text if it has no code, or `fulfilled`. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fulfilled',
    (error: unknown) => (IbidError.is(error) ? error.code : String(error)),
  );

export const urlsOf = async (store: ChunkStore): Promise<string[]> =>
  (await Array.fromAsync(store.listPages())).map((shown) => shown.url);

export const textOf = async (store: ChunkStore, path: string): Promise<string | undefined> =>
  (await store.getPage(scriptedUrl(path)))?.text;
