import { memoryStore, putPages, sketchPage, SPACE, START } from '@ibid/testkit';
import { openStore, type ChunkStore } from '../store/open-store.ts';
import type { IndexedPage, StoreDriver, WholePage } from '../types/store.ts';

const PUBLISHED_AT = '2026-01-02T03:04:05.000Z';
const WORDS = ['cache', 'router', 'segment', 'vector', 'gateway', 'session', 'worker', 'schedule'];

/** A small site, one page of it without text. */
export const SITE: readonly IndexedPage[] = Array.from({ length: 20 }, (_, i) =>
  sketchPage({
    path: `/p${String(i).padStart(2, '0')}`,
    passages: Array.from({ length: i === 7 ? 0 : 1 + (i % 4) }, (__, j) => ({
      heading: j === 2 ? '-' : `Part ${WORDS[(i + j) % 8]}`,
      text: [0, 1, 2, 3].map((k) => `${WORDS[(i * 3 + j * 5 + k) % 8]}${k === 3 ? i : ''}`).join(' '),
    })),
  }),
);

export interface Stores extends AsyncDisposable {
  readonly from: ChunkStore;
  readonly to: ChunkStore;
  /** Publishes these pages in the source, the first of them in another revision. */
  index(pages: readonly IndexedPage[], revision?: string): Promise<void>;
}

/** A source that shows `SITE`, and an empty target, in memory. `target` may plant a fault. */
export async function openStores(
  options: { readonly sourceId?: string; readonly target?: (sound: StoreDriver) => StoreDriver } = {},
): Promise<Stores> {
  const { sourceId = START.sourceId, target = (sound) => sound } = options;
  const from = await openStore(memoryStore());
  const to = await openStore(target(memoryStore()));
  const index = async (pages: readonly IndexedPage[], revision?: string): Promise<void> => {
    await from.beginBuild({ ...START, sourceId, fresh: true });
    const changed = revision === undefined ? pages : pages.map((page, i) => (i === 0 ? { ...page, revision } : page));
    await putPages(from, changed);
    await from.publish({ space: SPACE, publishedAt: PUBLISHED_AT });
  };
  await index(SITE);
  return {
    from,
    to,
    index,
    async [Symbol.asyncDispose]() {
      await from.close();
      await to.close();
    },
  };
}

export async function collectPages(store: ChunkStore): Promise<WholePage[]> {
  return Array.fromAsync(store.readPages());
}
