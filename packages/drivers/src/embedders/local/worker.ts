/** The thread of `local.ts`: loads the model at the first request and embeds one request after the other. */
import type { IbidError } from '@ibid/core';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread is started with. */
export interface ModelSetup {
  /** Specifier of the library. */
  readonly library: string;
  readonly model: string;
  /** Where the model's own files lie. */
  readonly folder: string;
  /** What to do when they do not. */
  readonly advice: string;
  readonly pooling: 'mean' | 'cls';
  readonly precision: string;
}

/** Texts, the next ones when these are answered; or that nobody asks any more. */
export type ModelRequest = readonly string[] | 'close';

export type ModelReply =
  | readonly Float32Array[]
  /** An `IbidError` on its way between threads. */
  | Pick<IbidError, 'code' | 'message' | 'details'>;

/** The part of the library that is used. */
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

/** Errors and nothing below, in the library's scale. */
const ERRORS_ONLY = 40;
/** Larger limits stand for "none was set". */
const LARGEST_LIMIT = 1_000_000;

const port = parentPort!;
const setup = workerData as ModelSetup;
let loading: Promise<Extractor> | undefined;

port.on('message', async (request: ModelRequest) => {
  if (request === 'close') {
    await (await loading?.catch(() => undefined))?.dispose();
    return port.close();
  }
  const reply = await embed(request).catch(failure);
  port.postMessage(reply, 'code' in reply ? [] : reply.map(({ buffer }) => buffer as ArrayBuffer));
});

/**
 * Vectors of length 1. Each text is computed alone: quantised weights round by the largest number of a batch, so texts would change each
 * other's vectors, and filling short texts up to the length of long ones costs more than a batch saves on a processor.
 */
async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
  loading ??= importLibrary(setup.library).then(openExtractor);
  const extractor = await loading;
  const limit = tokenLimit(extractor);
  for (const [at, text] of texts.entries()) {
    const tokens = extractor.tokenizer.encode(text).length;
    if (tokens <= limit) continue;
    // The library would leave out the end of the text without a word.
    throw told(
      'UPSTREAM_FAILED',
      `Text ${at + 1} of ${texts.length} has ${tokens} tokens, but \`${setup.model}\` reads ${limit}, and none is ever cut silently. Name a model that reads more, or split the passage.`,
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

type Failure = Extract<ModelReply, { readonly code: string }>;

/** An error that goes out as it is. `IbidError` would load all of the core into the thread. */
function told(code: Failure['code'], message: string, details: Failure['details'] = {}): Error {
  return Object.assign(new Error(message), { told: { code, message, details } satisfies Failure });
}

/** Messages of the library may name files and addresses; only ours go out. */
function failure(error: unknown): Failure {
  const own = (error as { readonly told?: Failure }).told;
  if (own !== undefined) return own;
  const message = `The model \`${setup.model}\` failed. Check that its files belong together and that the machine has memory for it.`;
  return { code: 'UPSTREAM_FAILED', message, details: {} };
}

async function importLibrary(specifier: string): Promise<Library> {
  try {
    return (await import(specifier)) as Library;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  }
  // Installed in the owner's project, which need not be where this file lies.
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(specifier);
    return (await import(pathToFileURL(path).href)) as Library;
  } catch {
    throw told(
      'INVALID_CONFIG',
      `The embedder \`local\` needs a package that is not part of Ibid. Run \`npm install ${specifier}\`.`,
    );
  }
}

async function openExtractor(library: Library): Promise<Extractor> {
  const { model, advice, precision } = setup;
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
      // Threads that wait for work by spinning would cost a question more than its computing.
      session_options: { extra: { session: { intra_op: { allow_spinning: '0' } } } },
    });
  } catch {
    throw told(
      'INVALID_CONFIG',
      `The model \`${model}\` (\`${precision}\`) cannot be read from \`${folder}\`. ${advice}`,
    );
  }
}

/** The smaller of what tokenizer and model say; infinite when neither says anything. */
function tokenLimit({ tokenizer, model }: Extractor): number {
  const said = [tokenizer.model_max_length, model.config?.max_position_embeddings];
  const limits = said.filter((limit) => typeof limit === 'number' && limit > 0 && limit < LARGEST_LIMIT);
  return Math.min(...(limits as readonly number[]));
}
