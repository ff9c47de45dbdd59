/** Stores the files of a static index in the browser's Cache Storage, so that the site can answer offline if its owner enables that. */
import type { ReadFile } from '@ibid/drivers/stores/static';
import {
  decodeFile,
  MANIFEST,
  type StaticHead,
  type StaticManifest,
  type StaticWords,
} from '@ibid/drivers/stores/static/format';

/** The part of `CacheStorage` that is used. */
export interface Caches {
  match(url: string): Promise<Response | undefined>;
  open(name: string): Promise<Pick<Caches, 'match'> & { put(url: string, response: Response): Promise<void> }>;
  keys(): Promise<readonly string[]>;
  delete(name: string): Promise<boolean>;
}

export interface OfflineFiles {
  /**
   * Reads a file: from the cache if present, else from the network. A manifest comes from the network first, else from the cache if all of
   * its files are cached.
   */
  readonly read: ReadFile;
  /** Stores all files of an index if it asks for that, and removes other indexes of this folder. Rejects if a file cannot be loaded or stored. */
  keep(manifest: StaticManifest): Promise<void>;
}

/** `folder`: address of the index, with a trailing slash. `load` reads from the network. `caches` is `undefined` if the browser has none. */
export function offlineFiles(folder: string, load: ReadFile, caches: Caches | undefined): OfflineFiles {
  // Other sites on the same origin have their own folders.
  const ofFolder = `ibid ${folder} `;
  const cached = async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    // A browser may have the storage but refuse access.
    const response = await caches?.match(folder + name).catch(() => undefined);
    return response && new Uint8Array(await response.arrayBuffer());
  };
  async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    if (name !== MANIFEST) return (await cached(name)) ?? load(name);
    return load(name).catch(async (error: unknown) => {
      const manifest = await cached(name);
      if (manifest === undefined) throw error;
      return manifest;
    });
  }
  let latest: StaticManifest | undefined;
  const decode = async <T>(name: string): Promise<T> => decodeFile<T>(name, await read(name));

  return {
    read,
    async keep(manifest) {
      if (caches === undefined) return;
      latest = manifest;
      // The name of the head file is derived from the texts of all pages, so it identifies the generation.
      const own = ofFolder + manifest.head;
      if (manifest.offline === true) {
        const [{ files: pages }, { files: postings }] = await Promise.all([
          decode<StaticHead>(manifest.head),
          decode<StaticWords>(manifest.words),
        ]);
        const cache = await caches.open(own);
        // Loaded one at a time, so that the reader's own requests come first.
        for (const name of [manifest.head, manifest.words, manifest.sections, ...pages, ...postings]) {
          const isKept = (await cache.match(folder + name)) !== undefined;
          // A newer manifest is being stored by now.
          if (latest !== manifest) return;
          if (isKept) continue;
          const bytes = await read(name);
          // Some hosts return a page for a missing file; decoding fails then, so it is not stored.
          await decodeFile(name, bytes);
          await cache.put(folder + name, new Response(bytes));
        }
        // Stored last: an index is complete only once its manifest is there.
        await cache.put(folder + MANIFEST, new Response(JSON.stringify(manifest)));
      }
      for (const name of await caches.keys())
        if (name.startsWith(ofFolder) && (name !== own || manifest.offline !== true)) await caches.delete(name);
    },
  };
}
