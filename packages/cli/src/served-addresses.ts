import type { Chunk, ChunkStore } from '@ibid/core/types';

/** An address on this machine, which nobody publishes: what generators and Ibid itself assume until they are told better. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?=[/?#]|$)/iu;

/**
 * An index as the server shows it that serves the site: pages with an address on this machine are at `origin()`, which is without a
 * slash at its end. Pages that say where they are published stay there.
 */
export function servedAddresses(store: ChunkStore, origin: () => string): ChunkStore {
  const at = (url: string): string => url.replace(OWN_MACHINE, () => origin());
  // What is worked out for a passage is kept by its object.
  const known = new WeakMap<Chunk, Chunk>();
  const shown = (chunk: Chunk): Chunk => {
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
      return chunks.map((chunk) => chunk && shown(chunk));
    },
    async getPage(path, call) {
      const page = await store.getPage(path, call);
      return page && { ...page, url: at(page.url), content: page.content.map(shown) };
    },
    async *listPages(call) {
      for await (const page of store.listPages(call)) yield { ...page, url: at(page.url) };
    },
  };
}
