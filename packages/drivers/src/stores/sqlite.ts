/**
 * The embedded store: one SQLite file (`sqlite/schema.ts`), owned by one worker thread (`sqlite/worker.ts`) and searched in memory
 * (`sqlite/legs.ts`). Any number of processes may read a file while one of them writes. All must run on the host that has the file,
 * because write-ahead logging needs shared memory.
 */
import { IbidError, invalidConfig, pathKey, sectionKey } from '@ibid/core';
import type { CallOptions, Diagnostic, IndexedPage, StoreDriver } from '@ibid/core/types';
import { dirname } from 'node:path';
import { ensureFolder } from '../files/ensure-folder.ts';
import { decodeChunks, encodePage, encodeVectors, unpackResult } from './sqlite/codecs.ts';
import { facetsOf } from './chunk-codec.ts';
import type { FilterKeys } from './text-legs.ts';
import { startWorker, type Args, type Result, type Verb, type WorkerClient } from './sqlite/worker-client.ts';

export interface SqliteStoreOptions {
  /** Path of the index file; it is created, with its folder, if missing. */
  readonly file: string;
  /** True to never write, and to fail with `NOT_INDEXED` if the file is missing. Default false. */
  readonly readOnly?: boolean;
}

export function sqliteStore(options: SqliteStoreOptions): StoreDriver {
  const { file, readOnly = false } = options;
  if (file === '') throw invalidConfig('sqliteStore: `file` is empty; name the index file');
  let client: WorkerClient | undefined;
  let opening: Promise<WorkerClient> | undefined;

  const call = async <V extends Verb>(verb: V, args: Args<V>, given?: CallOptions): Promise<Result<V>> => {
    if (client === undefined) throw new IbidError('CLOSED', `The index \`${file}\` is not open; call \`open\` first`);
    return client.call(verb, args, given);
  };

  return {
    name: 'sqlite',
    async open() {
      if (!readOnly) ensureFolder(dirname(file));
      opening ??= startWorker({ file, readOnly });
      try {
        client = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async close() {
      await client?.close();
      client = undefined;
      opening = undefined;
    },

    info: (given) => call('info', [], given),
    search: async (query, given) => unpackResult(await call('search', [query], given)),
    async getChunks(ids, given) {
      const pages = await call('getChunks', [ids], given);
      const chunks = new Map(pages.flatMap(decodeChunks).map((chunk) => [chunk.id, chunk]));
      return ids.map((id) => chunks.get(id));
    },
    async getPage(path, given) {
      const page = await call('getPage', [pathKey(path)], given);
      return page && { ...page.frame, content: decodeChunks(page) };
    },
    async *listPages(given) {
      yield* await call('listPages', [], given);
    },
    async *readPages(from, given) {
      let after = from?.after;
      let generation: number | undefined;
      for (;;) {
        const batch: Result<'readPages'> = await call('readPages', [after, generation], given);
        yield* batch.pages;
        generation = batch.generation;
        after = batch.pages.at(-1)?.page.url;
        if (after === undefined) return;
      }
    },
    terms: (known, given) => call('terms', [known], given),
    async *check(given) {
      let from: number | undefined = 0;
      while (from !== undefined) {
        const { diagnostics, chunks, next }: Result<'checkStep'> = await call<'checkStep'>('checkStep', [from], given);
        yield* diagnostics;
        yield* await wrongIds(chunks);
        from = next;
      }
    },

    beginBuild: (build, given) => call('beginBuild', [build], given),
    putPage: (page, given) => call('putPage', [encodePage(page, filterKeys(page))], given),
    deletePages: (urls, given) => call('deletePages', [urls], given),
    async *listBuild(filter, given) {
      let after = '';
      for (;;) {
        const pages: Result<'listBuild'> = await call('listBuild', [after, filter?.withoutVectorsIn], given);
        for (const page of pages) yield { url: page.frame.url, chunks: decodeChunks(page) };
        const last = pages.at(-1);
        if (last === undefined) return;
        after = last.frame.url;
      }
    },
    putVectors: ({ url, spaceId, passages, headings }, given) => {
      const data = encodeVectors(passages, headings);
      const dimensions = passages[0]?.length ?? 0;
      return call('putVectors', [{ url, spaceId, passages: passages.length, dimensions, data }], given);
    },
    publish: (build, given) => call('publish', [build], given),
    abandonBuild: (given) => call('abandonBuild', [], given),

    cache: {
      get: (spaceId, hashes, given) => call('getCached', [spaceId, hashes], given),
      put: (spaceId, entries, given) => call('putCached', [spaceId, entries], given),
    },
  };
}

function filterKeys(page: IndexedPage): FilterKeys {
  const { locale, version, module } = facetsOf(page);
  const sections = page.chunks.map(({ chunk }): [string, string] => [
    sectionKey(chunk.heading),
    sectionKey(chunk.anchor),
  ]);
  return [pathKey(page.url), locale, version, module, sections];
}

/** Chunk ids are derived from URL, heading and number alone. The chunker is imported only here, because it is large. */
async function wrongIds(chunks: Result<'checkStep'>['chunks']): Promise<readonly Diagnostic[]> {
  const { chunkId } = await import('@ibid/core/chunk');
  return chunks
    .filter(({ id, url, heading, index }) => id !== chunkId(url, heading, index))
    .map(({ id, url }) => ({
      severity: 'error',
      rule: 'store:chunk-id',
      message: `Chunk \`${id}\` has another id than its page and heading give; index again with \`--fresh\``,
      page: url,
    }));
}
