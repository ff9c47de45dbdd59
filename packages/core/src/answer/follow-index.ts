/**
 * Keeps the vectors of question and index in one space while other processes publish new generations. If a search was answered by a newer
 * generation, or the store refused it because the vector length changed, it is repeated with the space of that generation. If another
 * embedder made that generation, it is opened; if it cannot be, questions are answered by words.
 */
import type { CallOptions } from '../types/call-options.ts';
import { IbidError, invalidConfig } from '../types/ibid-error.ts';
import type { Embedder, EmbedderSource, EmbeddingSpace } from '../types/embedder.ts';
import { openEmbedder, type TextEmbedder } from '../embed/open-embedder.ts';
import { retrieve, type RetrieveRequest } from '../retrieve/retrieve.ts';
import type { Retrieval } from '../types/retrieval.ts';
import type { EngineOptions } from './create-engine.ts';

interface Current {
  readonly generation: number;
  readonly chunks: number;
  readonly embedder: TextEmbedder | undefined;
}

/** A publish can happen between reading the space and searching it. More than a few in a row indicate another problem. */
const MAX_GENERATION_CHANGES = 3;

export function followIndex(options: Pick<EngineOptions, 'store' | 'embedder' | 'openEmbedder' | 'embedding'>): {
  /** With `words`, searches by words only, without the embedder. */
  search(request: RetrieveRequest, call?: CallOptions, words?: 'words'): Promise<Retrieval>;
  /** Checks the embedder of the live generation; see `TextEmbedder.works`. */
  embedderWorks(call?: CallOptions): Promise<boolean>;
  closeEmbedder(): Promise<void>;
} {
  const { store } = options;
  let source = options.embedder;
  let current: Current | undefined;
  let opened: { readonly id: string; readonly embedder: Promise<TextEmbedder> } | undefined;

  async function open(call: CallOptions): Promise<Current> {
    const info = await store.info(call);
    if (info === undefined) {
      throw new IbidError('NOT_INDEXED', 'The index is empty. Run `ibid index <folder|url>` first.');
    }
    const { generation, chunks, space } = info;
    if (source !== undefined && opened?.id !== space.id) {
      // Questions that meet a new space at the same time share one embedder.
      const embedder = embedderOf(space, source).then((raw) =>
        openEmbedder(raw, { cache: store.cache, ...options.embedding }),
      );
      opened = { id: space.id, embedder };
      embedder.catch(() => (opened = undefined));
    }
    return (current = { generation, chunks, embedder: await opened?.embedder });
  }

  async function embedderOf(space: EmbeddingSpace, before: EmbedderSource): Promise<Embedder> {
    const { id } = space;
    const isMaker = before.kind === 'fixed' ? before.embedder.id === id : id.startsWith(before.family);
    if (isMaker) return before.kind === 'fixed' ? before.embedder : before.open(space);
    if (options.openEmbedder === undefined) {
      throw new IbidError(
        'INDEX_MISMATCH',
        `The index was made with \`${id}\`, questions would use another embedder. Run \`ibid index --fresh\`, or configure the embedder of the index.`,
      );
    }
    try {
      source = await options.openEmbedder(space);
      // Questions that still wait for the embedder before are asked again.
      if (before.kind === 'fixed') void before.embedder.close().catch(() => undefined);
      return source.kind === 'fixed' ? source.embedder : await source.open(space);
    } catch (cause) {
      // Every question is then answered by words, and the reason is reported.
      const reason = IbidError.is(cause) ? cause.message : `The embedder of \`${id}\` cannot be opened.`;
      const embed = (): Promise<never> => Promise.reject(invalidConfig(reason, cause));
      return { ...space, maxBatch: 1, cacheable: false, calibration: undefined, embed, close: async () => {} };
    }
  }

  async function search(request: RetrieveRequest, call: CallOptions = {}, words?: 'words'): Promise<Retrieval> {
    let { generation, chunks, embedder } = current ?? (await open(call));
    for (let change = 0; ; change++) {
      const last = change === MAX_GENERATION_CHANGES;
      try {
        const context = { store, embedder: words === undefined ? embedder : undefined, indexedPassages: chunks };
        const retrieval = await retrieve(context, request, call);
        if (retrieval.generation === generation || last) return retrieval;
      } catch (error) {
        // A store that is away would make the reader wait twice.
        const isAway = IbidError.is(error) && (error.code === 'ABORTED' || error.retryable);
        const info = last || isAway ? undefined : await store.info(call);
        if (info === undefined || info.generation === generation) throw error;
      }
      ({ generation, chunks, embedder } = await open(call));
    }
  }

  return {
    search,
    async embedderWorks(call = {}) {
      return (current ?? (await open(call))).embedder?.works(call) ?? true;
    },
    async closeEmbedder() {
      const own = source?.kind === 'fixed' ? source.embedder : undefined;
      await (current?.embedder ?? own)?.close();
    },
  };
}
