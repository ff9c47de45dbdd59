import type { ChunkStore } from '@ibid/core/types';
import { scriptedUrl } from '@ibid/testkit';

export const urlsOf = async (store: ChunkStore): Promise<string[]> =>
  (await Array.fromAsync(store.listPages())).map((shown) => shown.url);

export const textOf = async (store: ChunkStore, path: string): Promise<string | undefined> =>
  (await store.getPage(scriptedUrl(path)))?.text;
