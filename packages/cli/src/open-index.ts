import { Cleanup } from '@ibid/drivers/cleanup';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { createEngine, extractiveAnswerer, IbidError, openStore } from '@ibid/core';
import type { BuildLock, Chunk, ChunkStore, Engine, OpenEmbedderOptions, StoreDriver } from '@ibid/core/types';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Settings } from './config.ts';
import { indexName, QDRANT_KEY, readIndexAddress } from './index-address.ts';
import type { Answering } from './open-answering.ts';
import { configuredSpace, openForQuestions, type EmbeddingSettings } from './open-embedder-source.ts';
import { openStateDrivers } from './state-drivers.ts';

/** The settings that locate an index and give access to it. */
export type IndexSettings = Pick<Settings, 'index' | 'secret'> & Partial<Pick<Settings, 'stateUrl'>>;

/** Opens an existing index for reading. Rejects with `NOT_INDEXED` for a missing index and does not create it. */
export async function openIndex(settings: EmbeddingSettings): Promise<ChunkStore> {
  const address = readIndexAddress(settings.index);
  if (address.kind === 'qdrant') return openCollection(address.url, settings);
  if (!existsSync(address.file)) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${address.file}\`. Index a folder or a site first.`);
  }
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  return openStore(sqliteStore({ file: address.file, readOnly: true }));
}

/** Opens a collection written by Ibid or by another program. The latter does not record its embedder, so the configured one is assumed. */
async function openCollection(url: string, settings: EmbeddingSettings): Promise<ChunkStore> {
  const { secret } = settings;
  try {
    return await openStore(await qdrant(url, { secret }));
  } catch (error) {
    if (!IbidError.is(error, 'INDEX_MISMATCH')) throw error;
    const spaceId = await configuredSpace(settings);
    if (spaceId === undefined) throw error;
    return openStore(await qdrant(url, { secret, spaceId }));
  }
}

/** An index open for writing; disposing also closes everything opened for it. */
export interface WritableIndex extends AsyncDisposable {
  readonly store: ChunkStore;
}

/** Opens an index for writing and creates a missing one. A dry run creates no index; it uses a temporary one. */
export async function openIndexForWriting(
  settings: IndexSettings,
  { dryRun }: { dryRun: boolean },
): Promise<WritableIndex> {
  await using cleanup = new Cleanup();
  const store = cleanup.use(await openStore(await writableDriver(settings, dryRun, cleanup)));
  const opened = cleanup.move();
  return { store, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

async function writableDriver(settings: IndexSettings, dryRun: boolean, cleanup: Cleanup): Promise<StoreDriver> {
  const { index, secret, stateUrl } = settings;
  const address = readIndexAddress(index);
  if (address.kind === 'qdrant') {
    if (stateUrl === undefined || dryRun) return qdrant(address.url, { secret });
    const state = cleanup.use(await openStateDrivers({ index, stateUrl }));
    const { checkOptions, readQdrantUrl } = await import('@ibid/drivers/stores/qdrant/options');
    // The lock uses only the collection name, because replicas may use different names for the same host.
    const { collection } = checkOptions(readQdrantUrl(address.url));
    return qdrant(address.url, { secret, lock: state.buildLock(collection) });
  }
  const { file } = address;
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  if (dryRun && !existsSync(file)) {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-')).catch((cause: unknown) => {
      const message = `A dry run needs a temporary folder, and \`${tmpdir()}\` cannot be written. Name another one in \`TMPDIR\`.`;
      throw new IbidError('INVALID_CONFIG', message, { cause });
    });
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    return sqliteStore({ file: join(folder, basename(file)) });
  }
  await makeFolder(dirname(file));
  return sqliteStore({ file });
}

/** Creates a missing folder. A `.ibid` folder also gets a `.gitignore`, which keeps it out of version control. */
export async function makeFolder(folder: string): Promise<void> {
  ensureFolder(folder);
  if (basename(folder) !== '.ibid') return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

async function qdrant(
  url: string,
  { secret, ...options }: { secret: Settings['secret']; lock?: BuildLock; spaceId?: string },
): Promise<StoreDriver> {
  const [{ qdrantStore }, { readQdrantUrl }] = await Promise.all([
    import('@ibid/drivers/stores/qdrant'),
    import('@ibid/drivers/stores/qdrant/options'),
  ]);
  return qdrantStore({ ...readQdrantUrl(url), apiKey: secret(QDRANT_KEY), ...options });
}

interface EngineParts extends Pick<OpenEmbedderOptions, 'onQuestionFailed' | 'onCall'> {
  /** Receives notes about the index for its owner. Also receives failures to embed a question, unless `onQuestionFailed` is given. */
  readonly onNote?: (message: string) => void;
  /** Origin at which the site of the index is served; see `servedAddresses`. */
  readonly origin?: (() => string) | undefined;
  /** Default: answers from extracts. */
  readonly answering?: Answering['engine'];
}

/** Opens the engine over an index, with the embedder that made it. Closing the engine closes the index. */
export async function openEngine(
  settings: EmbeddingSettings,
  { answering, onNote, origin, ...options }: EngineParts = {},
): Promise<Engine & AsyncDisposable> {
  const store = await openIndex(settings);
  try {
    const info = await store.info();
    if (info?.schema.chunker === 'external') {
      const { describeExternal } = await import('@ibid/drivers/stores/qdrant/external');
      onNote?.(`${describeExternal(indexName(settings.index))}.`);
    }
    const embedder = await openForQuestions({ settings, space: info?.space });
    const engine = createEngine({
      store: origin === undefined ? store : servedAddresses(store, origin),
      embedder,
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
const OWN_MACHINE = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?=[/?#]|$)/iu;

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
