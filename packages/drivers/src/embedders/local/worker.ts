/** The thread of `local.ts`: loads the model at the first request and embeds one request after another. */
import { basename, dirname, resolve, sep } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { fault, ownFault, type Fault } from '../../files/worker-fault.ts';
import { findLibrary } from './find-library.ts';

/** Data that the thread is started with. */
export interface ModelSetup {
  /** Module specifier of the library. */
  readonly library: string;
  readonly model: string;
  /** Folder with the model's own files. */
  readonly folder: string;
  /** Advice if the files are missing. */
  readonly advice: string;
  readonly pooling: 'mean' | 'cls';
  readonly precision: string;
}

/** Texts to embed, sent after the previous ones are answered; without texts, a request to release the model. */
export interface ModelRequest {
  readonly texts?: readonly string[];
}

/** The parts of the library that are used. */
interface Library {
  readonly env: {
    allowLocalModels: boolean;
    allowRemoteModels: boolean;
    localModelPath: string;
    cacheDir: string | null;
    logLevel?: number;
  };
  pipeline(task: 'feature-extraction', model: string, options: object): Promise<Extractor>;
}

interface Extractor {
  (texts: readonly string[], options: object): Promise<Tensor>;
  readonly tokenizer: {
    readonly model_max_length?: number;
    encode(text: string): readonly number[];
  };
  readonly model: { readonly config?: { readonly max_position_embeddings?: number } };
  dispose(): Promise<unknown>;
}

interface Tensor {
  readonly data: Float32Array;
}

/** Log level in the library's scale: errors only. */
const ERRORS_ONLY = 40;
/** Larger limits mean that none was set. */
const LARGEST_LIMIT = 1_000_000;

const port = parentPort!;
const setup = workerData as ModelSetup;
let loading: Promise<Extractor> | undefined;

port.on('message', async ({ id, texts }: ModelRequest & { readonly id: number }) => {
  try {
    if (texts === undefined) await (await loading?.catch(() => undefined))?.dispose();
    const vectors = texts === undefined ? [] : await embed(texts);
    const transferred = vectors.map(({ buffer }) => buffer as ArrayBuffer);
    port.postMessage({ id, value: vectors }, transferred);
  } catch (error) {
    port.postMessage({ id, fault: faultOf(error) });
  }
});

/**
 * Returns vectors of length 1. Each text is computed alone: quantised weights are rounded relative to the largest number of a batch, so texts
 * would change each other's vectors, and padding short texts costs more than batching saves on a CPU.
 */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  loading ??= openExtractor();
  const extractor = await loading;
  const limit = tokenLimit(extractor);
  for (const [at, text] of texts.entries()) {
    const tokens = extractor.tokenizer.encode(text).length;
    if (tokens <= limit) continue;
    // The library would silently drop the end of the text.
    throw fault(
      'UPSTREAM_FAILED',
      `Text ${at + 1} of ${texts.length} has ${tokens} tokens, but \`${setup.model}\` reads ${limit}, and none is ever cut silently. Name a model that reads more, or split the passage.`,
      false,
      { tooLong: true, text: at, tokens, limit },
    );
  }
  const vectors: Float32Array[] = [];
  for (const text of texts) {
    const { data } = await extractor([text], { pooling: setup.pooling, normalize: true });
    vectors.push(data.slice());
  }
  return vectors;
}

/** Converts an error to a fault. Messages of the library may name files and addresses, so only Ibid's own are passed on. */
function faultOf(error: unknown): Fault {
  const message = `The model \`${setup.model}\` failed. Check that its files belong together and that the machine has memory for it.`;
  return ownFault(error) ?? { code: 'UPSTREAM_FAILED', message, retryable: false };
}

async function openExtractor(): Promise<Extractor> {
  const { model, advice, precision } = setup;
  const address = findLibrary(setup.library, (message) => fault('INVALID_CONFIG', message));
  const library = (await import(address)) as Library;
  const folder = resolve(setup.folder);
  const parent = dirname(folder) + sep;
  Object.assign(library.env, {
    allowLocalModels: true,
    allowRemoteModels: false,
    localModelPath: parent,
    cacheDir: parent,
    logLevel: ERRORS_ONLY,
  });
  try {
    return await library.pipeline('feature-extraction', basename(folder), {
      dtype: precision,
      device: 'cpu',
      local_files_only: true,
      // Threads that spin while waiting for work would cost a question more than its computation.
      session_options: { extra: { session: { intra_op: { allow_spinning: '0' } } } },
    });
  } catch {
    throw fault(
      'INVALID_CONFIG',
      `The model \`${model}\` (\`${precision}\`) cannot be read from \`${folder}\`. ${advice}`,
    );
  }
}

/** The smaller limit of tokenizer and model; infinite if neither has one. */
function tokenLimit({ tokenizer, model }: Extractor): number {
  const said = [tokenizer.model_max_length, model.config?.max_position_embeddings];
  const limits = said.filter((limit) => typeof limit === 'number' && limit > 0 && limit < LARGEST_LIMIT);
  return Math.min(...(limits as readonly number[]));
}
