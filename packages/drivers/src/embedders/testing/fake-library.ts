/**
 * Replaces `@huggingface/transformers`: the few parts that are used, with the same behaviour. A model exists if its folder has a `config.json`;
 * texts above the tokenizer's limit silently lose their end; vectors are derived from words.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
// Not through the index of the testkit, which needs a test runner.
import { wordVector } from '../../../../testkit/src/embedding-service/word-vector.ts';

interface Config {
  readonly hidden_size: number;
  readonly max_position_embeddings: number;
  /** Milliseconds that each request takes. */
  readonly delay?: number;
  readonly breaks?: boolean;
}

interface FakeExtractor {
  (texts: readonly string[], options: { readonly pooling: string; readonly normalize: boolean }): Promise<object>;
  tokenizer: { readonly model_max_length: number; encode(text: string): readonly number[] };
  model: { readonly config: Config };
  dispose(): Promise<void>;
}

export const env = { allowLocalModels: false, allowRemoteModels: true, localModelPath: '', cacheDir: '', logLevel: 30 };

export async function pipeline(
  task: string,
  name: string,
  options: { readonly local_files_only: boolean },
): Promise<FakeExtractor> {
  if (task !== 'feature-extraction') throw new Error(`Unsupported pipeline: ${task}.`);
  const file = join(env.localModelPath, name, 'config.json');
  if (!existsSync(file)) {
    throw new Error(
      options.local_files_only
        ? `file was not found locally at "${file}"`
        : 'Could not locate file: getaddrinfo ENOTFOUND',
    );
  }
  const config = JSON.parse(readFileSync(file, 'utf8')) as Config;
  const extract = async (texts: readonly string[], { pooling }: { readonly pooling: string }): Promise<object> => {
    if (config.breaks === true) throw new Error('bad allocation while reading CANARY');
    if (config.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, config.delay));
    const vectors = texts.map((text) =>
      vectorOf(words(text).slice(0, config.max_position_embeddings - 2), config, pooling),
    );
    return { dims: [texts.length, config.hidden_size], data: Float32Array.from(vectors.flat()) };
  };
  return Object.assign(extract, {
    tokenizer: {
      model_max_length: config.max_position_embeddings,
      encode: (text: string) => [101, ...words(text).map((_, at) => at), 102],
    },
    model: { config },
    dispose: async () => undefined,
  });
}

/** Cuts long words into pieces, as tokenizers do. */
function words(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{1,12}/gu) ?? [];
}

function vectorOf(tokens: readonly string[], { hidden_size: size }: Config, pooling: string): readonly number[] {
  const sums = wordVector(tokens.join(' '), pooling, size);
  const length = Math.hypot(...sums);
  return sums.map((sum) => sum / length);
}
