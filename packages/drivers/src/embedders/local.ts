import { IbidError, invalidConfig, untilAborted } from '@ibid/core';
import { embeddingAborted } from '@ibid/core/embed';
import type { Embedder, EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startThread, type Thread } from '../files/thread.ts';
import type { HostedTimeouts } from './hosted.ts';
import { findLibrary } from './local/find-library.ts';
import type { ModelRequest, ModelSetup } from './local/worker.ts';
import { checkedName, readingPrefixes, spaceId } from './space.ts';

export interface LocalEmbedderOptions {
  /** A name in the table, `owner/name` on the hub, or any name for a model in `folder`. Default: the name of the folder. */
  readonly model?: string;
  /** Folder with the model's own files: `config.json`, `tokenizer.json`, `onnx/…`. */
  readonly folder: string;
  /** Length of the vectors, if known; otherwise the model is loaded at once to find out. */
  readonly dimensions?: number | undefined;
  /** Advice if the files are missing, as a sentence. */
  readonly advice?: string;
  /** How token vectors are combined. Default: known for common models, else `mean`. */
  readonly pooling?: 'mean' | 'cls';
  /** Precision of the model file, in the library's terms. Default `q8`. */
  readonly precision?: string;
  /** Prefix that the model expects before passages; known for common models. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
  /** The space of an index; if these options lead to it, the model is not loaded until it is needed. */
  readonly known?: Pick<EmbeddingSpace, 'id' | 'dimensions'> | undefined;
  readonly timeouts?: HostedTimeouts;
  /** Module specifier of the library. Default `@huggingface/transformers`, which the owner installs. */
  readonly library?: string;
}

/**
 * Calibrations of measured models, with readers' questions to eight documentation sites or more. Of all-MiniLM-L6-v2, 79 % of the sections
 * that answer are above the border, and 82 % of the best passages of foreign questions below; of bge-small-en-v1.5, 88 % and 92 %.
 */
const CALIBRATIONS: Readonly<Record<string, Embedder['calibration']>> = {
  'bge-small-en-v1.5': { likeness: 'cosine', midpoint: 0.69, slope: 6 },
  'all-MiniLM-L6-v2': { likeness: 'cosine', midpoint: 0.4, slope: 3 },
};

const LIBRARY = '@huggingface/transformers';
const PRECISION = 'q8';
/** Small, because an interruption loses the work on a batch. */
const MAX_BATCH = 16;
/** A model may have to be read from a slow disk first. */
const LOAD_MS = 600_000;

/** Models that use the first token's vector for the whole text. */
const BY_FIRST_TOKEN = /bge-|mxbai-embed|snowflake-arctic-embed/u;

/**
 * A model on this machine, run by the library `@huggingface/transformers` in a thread. An unknown model is loaded at once to find the
 * length of its vectors. Rejects with `INVALID_CONFIG` if the library or the model is missing, and tells how to get it.
 */
export async function localEmbedder(
  options: LocalEmbedderOptions,
): Promise<EmbedderSource & { readonly kind: 'fixed' }> {
  const model = checkedName(options.model ?? basename(resolve(options.folder)), 'model');
  const usualPooling = BY_FIRST_TOKEN.test(model.toLowerCase()) ? 'cls' : 'mean';
  const { folder, advice = 'Copy its files there.', pooling = usualPooling, known } = options;
  const precision = checkedName(options.precision ?? PRECISION, 'precision');
  const library = options.library ?? LIBRARY;
  const prefixes = readingPrefixes(model, options);
  const thread = modelThread({ library, model, folder, advice, pooling, precision });
  const as = precision === PRECISION && pooling === usualPooling ? '' : `${precision},${pooling}`;
  const idOf = (dimensions: number): string => spaceId({ name: 'local', model, dimensions, at: '', as, prefixes });
  const isKnown = known !== undefined && idOf(known.dimensions) === known.id;
  const dimensions = (isKnown ? known.dimensions : options.dimensions) ?? (await probed(thread));
  const timeouts = { query: 5_000, document: LOAD_MS, ...options.timeouts };
  const embedder: Embedder = {
    id: idOf(dimensions),
    dimensions,
    maxBatch: MAX_BATCH,
    cacheable: true,
    calibration: CALIBRATIONS[model],
    async embed({ purpose, texts }, { signal } = {}) {
      if (signal?.aborted === true) throw embeddingAborted();
      const read = texts.map((text) => `${prefixes[purpose]}${text}`.toWellFormed());
      return { vectors: await thread.embed(read, { timeout: timeouts[purpose], signal }) };
    },
    close: () => thread.close(),
  };
  return { kind: 'fixed', embedder };
}

/** Throws `INVALID_CONFIG` if the library is neither where Ibid is nor in the owner's project. Without it, a model need not be fetched. */
export function requireLibrary(): void {
  findLibrary(LIBRARY, (message) => invalidConfig(message));
}

async function probed(thread: ModelThread): Promise<number> {
  try {
    const [vector] = await thread.embed(['documentation'], { timeout: LOAD_MS, signal: undefined });
    return vector!.length;
  } catch (error) {
    await thread.close();
    throw error;
  }
}

/** Milliseconds that a running computation gets to finish before the thread is stopped. */
const CLOSE_MS = 5_000;

type ModelThread = ReturnType<typeof modelThread>;

/**
 * A model in a separate thread, so that the event loop stays free while it loads and computes. The thread starts with the first request, and again
 * after a failure to load the model. It gets one request at a time.
 */
function modelThread(setup: ModelSetup) {
  let thread: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function exchange(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (thread === undefined || thread.hasEnded()) {
      const url = new URL('./local/worker.ts', import.meta.url);
      thread = startThread(url, { workerData: setup, name: 'ibid-local-model', ended: endedError });
    }
    try {
      return await thread.call({ texts } satisfies ModelRequest);
    } catch (error) {
      if (IbidError.is(error, 'INVALID_CONFIG')) await stop();
      throw error;
    }
  }

  async function stop(): Promise<void> {
    const stopped = thread;
    thread = undefined;
    await inTime(stopped?.close({} satisfies ModelRequest, endedError()).catch(() => undefined));
    await stopped?.terminate();
  }

  return {
    /** Rejects with `TIMED_OUT` after `timeout` milliseconds, and with `ABORTED`. Requests aborted or timed out while waiting are not started. */
    async embed(
      texts: readonly string[],
      { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal | undefined },
    ): Promise<readonly Float32Array[]> {
      const late = AbortSignal.timeout(timeout);
      const either = AbortSignal.any(signal === undefined ? [late] : [late, signal]);
      const turn = last.then(() => {
        either.throwIfAborted();
        if (isClosed) throw endedError();
        return exchange(texts);
      });
      last = turn.catch(() => undefined);
      try {
        return await untilAborted(turn, either);
      } catch (error) {
        if (!either.aborted) throw error;
        throw late.aborted ? lateError(setup) : embeddingAborted();
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await inTime(last);
      await stop();
    },
  };
}

/** Waits for `work`, but no longer than `CLOSE_MS`. */
async function inTime(work: Promise<unknown> | undefined): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, wait(CLOSE_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}

function lateError({ model }: ModelSetup): IbidError {
  return new IbidError('TIMED_OUT', `The model \`${model}\` took too long. It may still be loading; try again.`, {
    retryable: true,
  });
}

function endedError(): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    'The thread of the embedder `local` ended. Give the process more memory, or name a smaller model.',
    { retryable: true },
  );
}
