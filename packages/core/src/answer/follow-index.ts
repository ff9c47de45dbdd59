/**
 * Keeps the vectors of question and index in one space while other processes publish new generations. If a search was answered by a newer
 * generation, or the store refused it because the vector length changed, it is repeated with the space of that generation.
 */
import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
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

export function followIndex(options: Pick<EngineOptions, 'store' | 'embedder' | 'embedding'>): {
  /** With `words`, searches by words only, without the embedder. */
  search(request: RetrieveRequest, call?: CallOptions, words?: 'words'): Promise<Retrieval>;
  /** Checks the embedder of the live generation; see `TextEmbedder.works`. */
  embedderWorks(call?: CallOptions): Promise<boolean>;
  closeEmbedder(): Promise<void>;
} {
  const { store } = options;
  let current: Current | undefined;

  async function open(call: CallOptions): Promise<Current> {
    const info = await store.info(call);
    if (info === undefined) {
      throw new IbidError('NOT_INDEXED', 'The index is empty. Run `ibid index <folder|url>` first.');
    }
    const { generation, chunks, space } = info;
    const source = options.embedder;
    if (source === undefined) return (current = { generation, chunks, embedder: undefined });
    if (current?.embedder?.id === space.id) return (current = { generation, chunks, embedder: current.embedder });
    const raw = source.kind === 'fixed' ? source.embedder : await source.open(space);
    if (raw.id !== space.id) {
      throw new IbidError(
        'INDEX_MISMATCH',
        `The index was made with \`${space.id}\`, questions would use \`${raw.id}\`. Run \`ibid index --fresh\`, or configure the embedder of the index.`,
      );
    }
    return (current = {
      generation,
      chunks,
      embedder: openEmbedder(raw, { cache: store.cache, ...options.embedding }),
    });
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
      await current?.embedder?.close();
    },
  };
}
