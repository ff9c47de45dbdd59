import type { Cleanup } from '@ibid/drivers/cleanup';
import { createEngine, extractiveAnswerer, IbidError, openStore } from '@ibid/core';
import type { BuildLock, Chunk, ChunkStore, Engine, OpenEmbedderOptions } from '@ibid/core/types';
import { randomUUID } from 'node:crypto';
import type { Settings } from './config.ts';
import type { Answering } from './open-answering.ts';
import { configuredSpace, openForQuestions, type EmbeddingSettings } from './open-embedder-source.ts';
import { openStateDrivers } from './state-drivers.ts';

/** Opens an existing index for reading. Rejects with `NOT_INDEXED` for a missing file and does not create it. */
export async function openIndex(settings: EmbeddingSettings): Promise<ChunkStore> {
  return settings.index.open(settings.secret, () => configuredSpace(settings));
}

/** Error for an index without published pages. */
export function emptyIndex(index: Settings['index']): IbidError {
  const message = `\`${index.name}\` holds no published pages. Check its name, or index a folder or a site first.`;
  return new IbidError('NOT_INDEXED', message);
}

/** Opens an index for writing and creates a missing one; `cleanup` closes it. A dry run creates no index; it uses a temporary one. */
export async function openIndexForWriting(
  { index, secret, stateUrl }: Pick<Settings, 'index' | 'secret'> & Partial<Pick<Settings, 'stateUrl'>>,
  { dryRun, cleanup }: { readonly dryRun: boolean; readonly cleanup: Cleanup },
): Promise<ChunkStore> {
  const buildLock = async (name: string): Promise<BuildLock | undefined> =>
    stateUrl === undefined ? undefined : cleanup.use(await openStateDrivers({ index, stateUrl })).buildLock(name);
  return cleanup.use(await openStore(await index.openForWriting(secret, { dryRun, buildLock, cleanup })));
}

interface EngineParts extends Pick<OpenEmbedderOptions, 'onQuestionFailed' | 'onCall'> {
  /** Receives notes about the index for its owner. Also receives failures to embed a question, unless `onQuestionFailed` is given. */
  readonly onNote?: (message: string) => void;
  /** Origin at which the site of the index is served; see `servedAddresses`. */
  readonly origin?: (() => string) | undefined;
  /** Default: answers from extracts. */
  readonly answering?: Answering['engine'];
}

/** Opens the engine over an index, with the embedder that made it, also after another one made it anew. Closing the engine closes the index. */
export async function openEngine(
  settings: EmbeddingSettings,
  { answering, onNote, origin, ...options }: EngineParts = {},
): Promise<Engine & AsyncDisposable> {
  const store = await openIndex(settings);
  try {
    const info = await store.info();
    if (info?.schema.chunker === 'external') {
      const { describeExternal } = await import('@ibid/drivers/stores/qdrant/external');
      onNote?.(`${describeExternal(settings.index.name)}.`);
    }
    const embedder = await openForQuestions({ settings, space: info?.space });
    const engine = createEngine({
      store: origin === undefined ? store : servedAddresses(store, origin),
      embedder,
      openEmbedder: (space) => openForQuestions({ settings, space }),
      embedding: { onQuestionFailed: ({ message }) => onNote?.(message), ...options, random: Math.random },
      answerer: extractiveAnswerer(),
      ...answering,
      newId: randomUUID,
    });
    return { ...engine, [Symbol.asyncDispose]: () => engine.close() };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** An address on the local machine. Generators and Ibid use such addresses until a published address is configured. */
export const OWN_MACHINE: RegExp = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?=[/?#]|$)/iu;

/**
 * Wraps an index for a server that also serves its site: local addresses of pages are replaced by `origin()`, which has no trailing slash.
 * Published addresses stay unchanged.
 */
function servedAddresses(store: ChunkStore, origin: () => string): ChunkStore {
  const at = (url: string): string => url.replace(OWN_MACHINE, () => origin());
  // Other modules cache results by chunk object, so the same chunk must always give the same object.
  const known = new WeakMap<Chunk, Chunk>();
  const served = (chunk: Chunk): Chunk => {
    const before = known.get(chunk);
    if (before !== undefined) return before;
    const marks = chunk.marks.map((mark) => ({ ...mark, href: at(mark.href) }));
    const made = { ...chunk, url: at(chunk.url), marks };
    known.set(chunk, made);
    return made;
  };
  return {
    ...store,
    async search(query, call) {
      const found = await store.search(query, call);
      return { ...found, candidates: found.candidates.map((one) => ({ ...one, url: at(one.url) })) };
    },
    async getChunks(ids, call) {
      const chunks = await store.getChunks(ids, call);
      return chunks.map((chunk) => chunk && served(chunk));
    },
    async getPage(path, call) {
      const page = await store.getPage(path, call);
      return page && { ...page, url: at(page.url), content: page.content.map(served) };
    },
    async *listPages(call) {
      for await (const page of store.listPages(call)) yield { ...page, url: at(page.url) };
    },
  };
}
