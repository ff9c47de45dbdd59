import { IbidError } from '@ibid/core';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModelSetup } from './protocol.ts';

/** A model in memory. */
export interface LoadedModel {
  /** Of length 1. Rejects with `UPSTREAM_FAILED` when a text is longer than the model reads. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

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
  /** Texts, numbers in a vector. */
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Errors and nothing below, in the library's scale. */
const ERRORS_ONLY = 40;
/** Larger limits stand for "none was set". */
const LARGEST_LIMIT = 1_000_000;

/** Rejects with `INVALID_CONFIG` that says what is missing and how to get it. */
export async function loadModel(setup: ModelSetup): Promise<LoadedModel> {
  const library = await importLibrary(setup.library);
  const extractor = await openExtractor(library, setup);
  const limit = tokenLimit(extractor);
  return {
    async embed(texts) {
      texts.forEach((text, at) => requireShort(extractor.tokenizer.encode(text).length, limit, { at, texts, setup }));
      const { data, dims } = await extractor(texts, { pooling: setup.pooling, normalize: true });
      const size = dims.at(-1) ?? 0;
      return texts.map((_, at) => data.slice(at * size, (at + 1) * size));
    },
    close: async () => {
      await extractor.dispose();
    },
  };
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
    throw new IbidError(
      'INVALID_CONFIG',
      `The embedder \`transformers\` needs a package that is not part of Ibid. Run \`npm install ${specifier}\`.`,
    );
  }
}

async function openExtractor(library: Library, setup: ModelSetup): Promise<Extractor> {
  const { model, download, precision } = setup;
  const folder = resolve(setup.folder) + sep;
  Object.assign(library.env, {
    allowLocalModels: true,
    allowRemoteModels: download,
    localModelPath: folder,
    cacheDir: folder,
    logLevel: ERRORS_ONLY,
  });
  try {
    return await library.pipeline('feature-extraction', model, {
      dtype: precision,
      device: 'cpu',
      local_files_only: !download,
      cache_dir: folder,
    });
  } catch (cause) {
    const place = join(folder, model);
    throw new IbidError(
      'INVALID_CONFIG',
      download
        ? `The model \`${model}\` (\`${precision}\`) could neither be read from \`${place}\` nor fetched from huggingface.co. Check its name and the connection, or copy its files there.`
        : `The model \`${model}\` (\`${precision}\`) cannot be read from \`${place}\`. Copy its files there, or set \`download: true\` in \`embedder\` to have them fetched from huggingface.co.`,
      { cause },
    );
  }
}

/** The smaller of what tokenizer and model say; infinite when neither says anything. */
function tokenLimit({ tokenizer, model }: Extractor): number {
  const said = [tokenizer.model_max_length, model.config?.max_position_embeddings];
  const limits = said.filter((limit) => typeof limit === 'number' && limit > 0 && limit < LARGEST_LIMIT);
  return Math.min(...(limits as readonly number[]));
}

/** The library would leave out the end of the text without a word. */
function requireShort(
  tokens: number,
  limit: number,
  { at, texts, setup }: { readonly at: number; readonly texts: readonly string[]; readonly setup: ModelSetup },
): void {
  if (tokens <= limit) return;
  throw new IbidError(
    'UPSTREAM_FAILED',
    `Text ${at + 1} of ${texts.length} has ${tokens} tokens, but \`${setup.model}\` reads ${limit}, and none is ever cut silently. Name a model that reads more, or split the passage.`,
    { details: { tooLong: true, text: at, tokens, limit } },
  );
}
