/** The stores that can hold an index, and all that the program knows of each. */
import { IbidError, invalidConfig, openStore } from '@ibid/core';
import type { BuildLock, ChunkStore, StoreDriver } from '@ibid/core/types';
import type { Cleanup } from '@ibid/drivers/cleanup';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { IbidConfig } from './define-config.ts';

export type IndexSetting = NonNullable<IbidConfig['index']>;

/** An index in its store. */
export interface StoredIndex {
  /** The setting that it was located by. */
  readonly setting: IndexSetting;
  /** Name for messages: the file, or the address without its options. */
  readonly name: string;
  /** `undefined` if the index is not a file. */
  readonly file?: string;
  /** Equal for all spellings of one index. Host names are compared literally. */
  readonly identity: string;
  /** Opens an existing index for reading. `configuredSpace` returns the id of the space of an index that does not record it. */
  open(secret: Secret, configuredSpace: () => Promise<string | undefined>): Promise<ChunkStore>;
  /** Returns the store to write to. */
  openForWriting(secret: Secret, how: WriteOptions): Promise<StoreDriver>;
}

interface WriteOptions {
  /** Writes to a temporary index if there is none. */
  readonly dryRun: boolean;
  /** Returns a lock that servers share; `undefined` without a database. */
  readonly buildLock: (name: string) => Promise<BuildLock | undefined>;
  readonly cleanup: Cleanup;
}

type Secret = (variable: string) => string | undefined;

/** Environment variable of the key of Qdrant. A key is never read from a file, because files are committed. */
export const QDRANT_KEY = 'QDRANT_API_KEY';

/** True for an address of a collection; every other index is a file. */
export function isQdrantAddress(text: string): boolean {
  return /^qdrant(?:\+https?)?:/iu.test(text);
}

/** Rejects with `INVALID_CONFIG` for any other setting, without repeating it in the message, because it may contain a password. */
export async function locateIndex(setting: IndexSetting): Promise<StoredIndex> {
  return typeof setting === 'object' || isQdrantAddress(setting) ? locateCollection(setting) : locateFile(setting);
}

/** Returns false if the index certainly does not exist. A remote index must be opened to find out. */
export function mayExist({ file }: StoredIndex): boolean {
  return file === undefined || existsSync(file);
}

async function locateCollection(setting: IndexSetting): Promise<StoredIndex> {
  const { checkOptions, readQdrantUrl } = await import('@ibid/drivers/stores/qdrant/options');
  const isText = typeof setting === 'string';
  const options = isText ? readQdrantUrl(setting) : setting;
  const { root, collection } = checkOptions(options);
  const load = async (secret: Secret, rest: { lock?: BuildLock | undefined; spaceId?: string }) => {
    const { qdrantStore } = await import('@ibid/drivers/stores/qdrant');
    return qdrantStore({ ...options, apiKey: secret(QDRANT_KEY), ...rest });
  };
  return {
    setting,
    name: isText
      ? setting.replace(/\?.*$/su, '')
      : `qdrant:${setting.url.replace(/\/+$/u, '')}/${encodeURIComponent(setting.collection ?? '')}`,
    identity: JSON.stringify([root, collection]),
    async open(secret, configuredSpace) {
      try {
        return await openStore(await load(secret, {}));
      } catch (error) {
        // A collection of another program does not record its embedder, so the configured one is assumed.
        const spaceId = IbidError.is(error, 'INDEX_MISMATCH') ? await configuredSpace() : undefined;
        if (spaceId === undefined) throw error;
        return openStore(await load(secret, { spaceId }));
      }
    },
    async openForWriting(secret, { dryRun, buildLock }) {
      // The lock uses only the collection name, because replicas may use different names for the same host.
      return load(secret, { lock: dryRun ? undefined : await buildLock(collection) });
    },
  };
}

/** More than one letter, so that a Windows drive such as `C:` does not match. */
const OTHER_SCHEME = /^[a-z][a-z\d+.-]+:\/\//iu;

async function locateFile(setting: string): Promise<StoredIndex> {
  const bare = setting.replace(/^sqlite:/iu, '');
  const file = bare.replace(/^\/\/(?=\/)/u, '');
  // `sqlite://backup.db` would be a file in the root folder.
  const hasHost = bare !== setting && /^\/\/[^/]/u.test(bare);
  if (file === '' || hasHost || OTHER_SCHEME.test(file)) {
    throw invalidConfig(
      'The index must be a file, such as `.ibid/index.db`, or a collection, such as `qdrant:http://127.0.0.1:6333/physical_ai_book`. Fix `--index`, `IBID_INDEX` or `index`.',
    );
  }
  return {
    setting,
    name: file,
    file,
    identity: await realFile(resolve(file)),
    async open() {
      if (!existsSync(file)) {
        throw new IbidError('NOT_INDEXED', `There is no index at \`${file}\`. Index a folder or a site first.`);
      }
      const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
      return openStore(sqliteStore({ file, readOnly: true }));
    },
    async openForWriting(_, { dryRun, cleanup }) {
      const { sqliteStore } = await import('@ibid/drivers/stores/sqlite');
      if (dryRun && !existsSync(file)) {
        const folder = await mkdtemp(join(tmpdir(), 'ibid-')).catch((cause: unknown) => {
          const message = `A dry run needs a temporary folder, and \`${tmpdir()}\` cannot be written. Name another one in \`TMPDIR\`.`;
          throw invalidConfig(message, cause);
        });
        cleanup.defer(() => rm(folder, { recursive: true, force: true }));
        return sqliteStore({ file: join(folder, basename(file)) });
      }
      await makeFolder(dirname(file));
      return sqliteStore({ file });
    },
  };
}

/** Resolves links; for a file that does not exist yet, those of its folder. */
async function realFile(file: string): Promise<string> {
  const known = await realpath(file).catch(() => undefined);
  if (known !== undefined) return known;
  const folder = await realpath(dirname(file)).catch(() => dirname(file));
  return join(folder, basename(file));
}

/** Creates a missing folder. A `.ibid` folder also gets a `.gitignore`, which keeps it out of version control. */
export async function makeFolder(folder: string): Promise<void> {
  ensureFolder(folder);
  if (basename(folder) !== '.ibid') return;
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}
