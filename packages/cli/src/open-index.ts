import { Cleanup } from '@ibid/drivers/cleanup';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { createEngine, extractiveAnswerer, IbidError, openStore } from '@ibid/core';
import type { BuildLock, ChunkStore, Engine, OpenEmbedderOptions, StoreDriver } from '@ibid/core/types';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Settings } from './config.ts';
import { indexName, QDRANT_KEY, readIndexAddress } from './index-address.ts';
import type { Answering } from './open-answering.ts';
import { configuredSpace, openForQuestions, type EmbeddingSettings } from './open-embedder-source.ts';
import { servedAddresses } from './served-addresses.ts';
import { openStateDrivers } from './state-drivers.ts';

/** The settings that say where an index is, and what lets us in. */
export type IndexSettings = Pick<Settings, 'index' | 'secret'> & Partial<Pick<Settings, 'stateUrl'>>;

/** Opens an index that exists, for reading; a missing one is `NOT_INDEXED` and is not created. */
export async function openIndex(settings: EmbeddingSettings): Promise<ChunkStore> {
  const address = readIndexAddress(settings.index);
  if (address.kind === 'qdrant') return openCollection(address.url, settings);
  if (!existsSync(address.file)) {
    throw new IbidError('NOT_INDEXED', `There is no index at \`${address.file}\`. Index a folder or a site first.`);
  }
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  return openStore(sqliteStore({ file: address.file, readOnly: true }));
}

/** A collection of ours, or one of another program, which does not say what its vectors were made with: then the configured embedder did. */
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

/** An index to write, with what else it has open; disposing closes all. */
export interface WritableIndex extends AsyncDisposable {
  readonly store: ChunkStore;
}

/** Opens an index for writing and makes a missing one. A dry run leaves nothing behind, not even an empty index. */
export async function openIndexForWriting(
  settings: IndexSettings,
  { dryRun }: { dryRun: boolean },
): Promise<WritableIndex> {
  await using cleanup = new Cleanup();
  const store = cleanup.use(await openStore(await writableDriver(settings, dryRun, cleanup)));
  const opened = cleanup.move();
  return { store, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}

async function writableDriver(
  { index, secret, stateUrl }: IndexSettings,
  dryRun: boolean,
  cleanup: Cleanup,
): Promise<StoreDriver> {
  const address = readIndexAddress(index);
  if (address.kind === 'qdrant') {
    if (stateUrl === undefined || dryRun) return qdrant(address.url, { secret });
    const state = cleanup.use(await openStateDrivers({ index, stateUrl }));
    const { checkOptions, readQdrantUrl } = await import('@ibid/drivers/stores/qdrant/options');
    // By the collection alone: replicas may know its host under several names.
    const { collection } = checkOptions(readQdrantUrl(address.url));
    return qdrant(address.url, { secret, lock: state.buildLock(collection) });
  }
  const { file } = address;
  const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
  if (dryRun && !existsSync(file)) {
    const folder = await mkdtemp(join(tmpdir(), 'ibid-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    return sqliteStore({ file: join(folder, basename(file)) });
  }
  await makeFolder(dirname(file));
  return sqliteStore({ file });
}

/** Makes a folder where there is none; one that is ours by its name is kept out of the project's history. */
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

/** The chunker of what other programs wrote, see `openExternal`. */
const EXTERNAL = 'external';

async function externalNote(index: string): Promise<string> {
  const { describeExternal } = await import('@ibid/drivers/stores/qdrant/external');
  return `${describeExternal(indexName(index))}.`;
}

interface EngineParts extends Pick<OpenEmbedderOptions, 'onQuestionFailed' | 'onCall'> {
  /** Told what an owner should know of the index, where there is something, and of questions that got no vector unless `onQuestionFailed` is. */
  readonly onNote?: (message: string) => void;
  /** Where the site of the index is served; see `servedAddresses`. */
  readonly origin?: (() => string) | undefined;
  /** By extracts unless given. */
  readonly answering?: Answering['engine'];
}

/** The engine over an index, with the embedder that made it. Closing the engine closes the index. */
export async function openEngine(
  settings: EmbeddingSettings,
  { answering, onNote, origin, ...options }: EngineParts = {},
): Promise<Engine & AsyncDisposable> {
  const store = await openIndex(settings);
  try {
    const info = await store.info();
    if (info?.schema.chunker === EXTERNAL) onNote?.(await externalNote(settings.index));
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
