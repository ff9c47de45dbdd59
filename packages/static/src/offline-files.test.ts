import type { StaticManifest } from '@ibid/drivers/stores/static/format';
import { expect, test } from 'vitest';
import { offlineFiles, type Caches } from './offline-files.ts';

const FOLDER = 'https://docs.example.org/ibid/';
const INDEX = {
  'a.bin': '{"files":["d.bin"]}',
  'b.bin': '{"files":[]}',
  'c.bin': '[]',
  'd.bin': '[]',
};
const MANIFEST = { offline: true, head: 'a.bin', words: 'b.bin', sections: 'c.bin' } as StaticManifest;

/** A fake browser storage and its contents. */
function storage(): Caches & { readonly held: Map<string, Response> } {
  const held = new Map<string, Response>();
  const match = async (url: string): Promise<Response | undefined> => held.get(url)?.clone();
  const cache = { match, put: async (url: string, response: Response) => void held.set(url, response) };
  return { held, match, open: async () => cache, keys: async () => [], delete: async () => false };
}

function filesOver(host: Readonly<Record<string, string>>, caches: Caches): ReturnType<typeof offlineFiles> {
  return offlineFiles(FOLDER, async (name) => new TextEncoder().encode(host[name] ?? ''), caches);
}

test('an index is kept once all of its files are', async () => {
  const caches = storage();
  await filesOver(INDEX, caches).keep(MANIFEST);
  const names = [...caches.held.keys()].map((url) => url.slice(FOLDER.length));
  expect(names.sort()).toEqual(['a.bin', 'b.bin', 'c.bin', 'd.bin', 'index.json']);
});

test('a page that the host gives for a missing file is not kept, nor is the manifest, and the file comes when it is there', async () => {
  const caches = storage();
  await expect(filesOver({ ...INDEX, 'd.bin': '<!doctype html>' }, caches).keep(MANIFEST)).rejects.toThrow('d.bin');
  expect([...caches.held.keys()].filter((url) => /d\.bin|index\.json/u.test(url))).toEqual([]);
  await filesOver(INDEX, caches).keep(MANIFEST);
  expect(caches.held.has(`${FOLDER}index.json`)).toBe(true);
});
