import type { Chunk, ChunkStore } from '@ibid/core/types';

/** An address on the local machine. Generators and Ibid use such addresses until a published address is configured. */
const OWN_MACHINE = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?=[/?#]|$)/iu;

/**
 * Wraps an index for a server that also serves its site: local addresses of pages are replaced by `origin()`, which has no trailing slash.
 * Published addresses stay unchanged.
 */
export function servedAddresses(store: ChunkStore, origin: () => string): ChunkStore {
  const at = (url: string): string => url.replace(OWN_MACHINE, () => origin());
  // Other modules cache results by chunk object, so the same chunk must always give the same object.
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
