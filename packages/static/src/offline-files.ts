/** Files of a static index in the browser's Cache Storage, so that a site whose owner wants it answers without a network. */
import type { ReadFile } from '@ibid/drivers/stores/static';
import {
  decodeFile,
  MANIFEST,
  type StaticHead,
  type StaticManifest,
  type StaticWords,
} from '@ibid/drivers/stores/static/format';

/** As much of `CacheStorage` as is used. */
export interface Caches {
  match(url: string): Promise<Response | undefined>;
  open(name: string): Promise<Pick<Caches, 'match'> & { put(url: string, response: Response): Promise<void> }>;
  keys(): Promise<readonly string[]>;
  delete(name: string): Promise<boolean>;
}

export interface OfflineFiles {
  /** A file that is kept, else that of the network; of manifests that of the network, else the one whose files are all kept. */
  readonly read: ReadFile;
  /** Keeps all files of an index where it wants that, and then no other index of this folder. Rejects when one cannot be had or kept. */
  keep(manifest: StaticManifest): Promise<void>;
}

/** `folder`: address of the index, with a slash at its end. `load`: over the network. `caches`: `undefined` where the browser has none. */
export function offlineFiles(folder: string, load: ReadFile, caches: Caches | undefined): OfflineFiles {
  // Other sites of the origin have folders of their own.
  const ofFolder = `ibid ${folder} `;
  const kept = async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    // A browser may have the storage and refuse it.
    const response = await caches?.match(folder + name).catch(() => undefined);
    return response && new Uint8Array(await response.arrayBuffer());
  };
  async function read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    if (name !== MANIFEST) return (await kept(name)) ?? load(name);
    return load(name).catch(async (error: unknown) => {
      const manifest = await kept(name);
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
      // The name of the head follows from the texts of all pages, and so names the generation.
      const own = ofFolder + manifest.head;
      if (manifest.offline === true) {
        const [{ files: pages }, { files: postings }] = await Promise.all([
          decode<StaticHead>(manifest.head),
          decode<StaticWords>(manifest.words),
        ]);
        const cache = await caches.open(own);
        // One after the other: what the reader asks for goes first.
        for (const name of [manifest.head, manifest.words, manifest.sections, ...pages, ...postings]) {
          const isKept = (await cache.match(folder + name)) !== undefined;
          // A newer one is being kept by now.
          if (latest !== manifest) return;
          if (isKept) continue;
          const bytes = await read(name);
          // A page that a host gives for what is not there is not kept for the file.
          await decodeFile(name, bytes);
          await cache.put(folder + name, new Response(bytes));
        }
        // Last: an index without its manifest is none.
        await cache.put(folder + MANIFEST, new Response(JSON.stringify(manifest)));
      }
      for (const name of await caches.keys())
        if (name.startsWith(ofFolder) && (name !== own || manifest.offline !== true)) await caches.delete(name);
    },
  };
}
