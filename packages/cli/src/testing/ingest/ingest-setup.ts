import type { ChunkStore, Embedder, EmbedderSource, StoreDriver } from '@ibid/core/types';
import { ingest, type IngestOptions, type IngestReport } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { scriptedSource, type ScriptedPage, type ScriptedSource } from '@ibid/testkit';

const NOW = new Date('2026-01-02T03:04:05Z');

/** `ingest` with real parts and no waiting, over a store and a source that the test holds. */
export function ingestInto(
  store: ChunkStore,
  source: ScriptedSource,
  options: Partial<Omit<IngestOptions, 'store' | 'source'>> = {},
): Promise<IngestReport> {
  return ingest({
    store,
    source,
    parser: inlineParser(),
    embedder: hashEmbedder(),
    now: () => NOW,
    embedding: { sleep: () => Promise.resolve() },
    ...options,
  });
}

export function sourceOf(site: Readonly<Record<string, ScriptedPage>>): ScriptedSource {
  return scriptedSource(site);
}

/** An embedder whose every call passes `watch` first, which may count or throw. */
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

type Operation = 'beginBuild' | 'putPage' | 'deletePages' | 'putVectors' | 'publish' | 'abandonBuild';

/** A driver whose writing calls pass `before`, then the driver, then `after`; either may throw or wait. */
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
    abandonBuild: (call) => around('abandonBuild', () => driver.abandonBuild(call)),
  };
}
