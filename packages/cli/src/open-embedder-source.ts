import { IbidError } from '@ibid/core';
import type { EmbedderSource, EmbeddingSpace } from '@ibid/core/types';
import { dropUndefined, type Settings } from './config.ts';
import type { EmbedderConfig, EmbedderName, EmbedderSettings } from './define-config.ts';

/** The settings that determine how passages and questions are embedded. */
export type EmbeddingSettings = Pick<Settings, 'index' | 'embedder' | 'secret' | 'modelCache'>;

export interface EmbedderCall {
  readonly settings: EmbeddingSettings;
  /** The embedding space of the existing index; `undefined` if there is none. */
  readonly space: EmbeddingSpace | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives the download progress in bytes of a local model that is missing. Without it, no model is downloaded. */
  readonly onFetch?: ((done: number, total: number | undefined) => void) | undefined;
  /** Receives what delays the download. */
  readonly onNote?: ((message: string) => void) | undefined;
}

/** Key variable that works with every embedder. It is the only one sent to an address other than the provider's own. */
const ANY = 'IBID_EMBEDDER_KEY';

const PROVIDERS: Readonly<
  Partial<Record<EmbedderConfig['name'], { readonly origin: string; readonly keys: readonly string[] }>>
> = {
  cohere: { origin: 'https://api.cohere.com', keys: ['COHERE_API_KEY'] },
  openai: { origin: 'https://api.openai.com', keys: ['OPENAI_API_KEY'] },
  gemini: { origin: 'https://generativelanguage.googleapis.com', keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
};

/** All environment variables that can contain the key of an embedder. */
export const EMBEDDER_KEYS: readonly string[] = [ANY, ...Object.values(PROVIDERS).flatMap(({ keys }) => keys)];

const ID = /^([a-z]+)\/(.+)@(\d+)((?:;[^;]+)*)$/u;

/**
 * Opens the embedder for indexing: the named one, else the configured one, else the one that made the index, else `builtin`. So an index
 * keeps its embedder if none is named.
 */
export async function openForIndexing(named: EmbedderName | undefined, call: EmbedderCall): Promise<EmbedderSource> {
  const configured = configOf(call.settings.embedder);
  if (named !== undefined) return open(configured?.name === named ? configured : { name: named }, call);
  return open(configured ?? (call.space === undefined ? { name: 'builtin' } : derived(call.space)), call);
}

/** Opens the embedder that made the index. Rejects with `INDEX_MISMATCH` if the configuration names another model, dimension or service. */
export async function openForQuestions(call: EmbedderCall): Promise<EmbedderSource> {
  const { space, settings } = call;
  const configured = configOf(settings.embedder);
  if (space === undefined) return open(configured ?? { name: 'builtin' }, call);
  const config = configured ?? derived(space);
  if (embedderOf(space.id)?.name !== config.name) throw mismatch(settings, space, `the embedder \`${config.name}\``);
  const source = await open(config, call);
  if (source.kind === 'fixed' && source.embedder.id !== space.id) {
    const { id } = source.embedder;
    await source.embedder.close();
    throw mismatch(settings, space, `\`${id}\``);
  }
  return source;
}

/** Returns the id of the configured embedder's space; `undefined` if no embedder is configured or if it is fitted to the words of the site. */
export async function configuredSpace(settings: EmbeddingSettings): Promise<string | undefined> {
  const configured = configOf(settings.embedder);
  if (configured === undefined) return undefined;
  const source = await open(configured, { settings, space: undefined });
  if (source.kind !== 'fixed') return undefined;
  await source.embedder.close();
  return source.embedder.id;
}

function configOf(settings: EmbedderSettings | undefined): EmbedderConfig | undefined {
  return typeof settings === 'string' ? { name: settings } : settings;
}

function derived(space: EmbeddingSpace): EmbedderConfig {
  const config = embedderOf(space.id);
  if (config !== undefined && !('elsewhere' in config)) return config;
  throw new IbidError(
    'INDEX_MISMATCH',
    `The index was made with \`${space.id}\`, and the configuration does not say how to reach that. Describe it in \`embedder\`, or name another one: \`ibid index <folder|url> --embedder builtin\`.`,
  );
}

function mismatch({ index }: EmbeddingSettings, space: EmbeddingSpace, wanted: string): IbidError {
  return new IbidError(
    'INDEX_MISMATCH',
    `\`${index.name}\` was made with \`${space.id}\`, but the configuration asks for ${wanted}. Run \`ibid index <folder|url>\` to embed it with that, or put \`embedder\` back.`,
    { details: { index: space.id } },
  );
}

async function open(config: EmbedderConfig, call: EmbedderCall): Promise<EmbedderSource> {
  const { settings, space, signal } = call;
  if (config.name === 'builtin') return (await import('@ibid/drivers/embedders/builtin')).builtinEmbedder();
  if (config.name === 'local') return openLocal(config, call);
  const { questionTimeout, documentTimeout, ...rest } = config;
  const timeouts = dropUndefined({ query: questionTimeout, document: documentTimeout });
  const options = { ...rest, ...embedderKey(config, settings.secret), timeouts, known: space, signal };
  switch (config.name) {
    case 'cohere':
      return (await import('@ibid/drivers/embedders/cohere')).cohereEmbedder(options);
    case 'openai':
      return (await import('@ibid/drivers/embedders/openai')).openaiEmbedder(options);
    case 'gemini':
      return (await import('@ibid/drivers/embedders/gemini')).geminiEmbedder(options);
    case 'ollama':
      return (await import('@ibid/drivers/embedders/ollama')).ollamaEmbedder(options);
  }
}

/** Opens a model from the owner's folder, or by name from the cache. Indexing downloads a missing model into the cache. */
async function openLocal(
  { folder, ...config }: Extract<EmbedderConfig, { name: 'local' }>,
  { settings, space, signal, onFetch, onNote }: EmbedderCall,
): Promise<EmbedderSource> {
  const { localEmbedder, requireLibrary } = await import('@ibid/drivers/embedders/local');
  if (folder !== undefined) return localEmbedder({ ...config, folder, known: space });
  const { localModel, USUAL_MODEL } = await import('@ibid/drivers/embedders/local/known-models');
  const { addModel, modelFolder } = await import('@ibid/drivers/embedders/local/model-cache');
  const { name, dimensions } = localModel(config.model ?? USUAL_MODEL);
  if (onFetch !== undefined) {
    requireLibrary();
    await addModel(settings.modelCache, name, { signal, onProgress: onFetch, onNote });
  }
  return localEmbedder({
    ...config,
    model: name,
    dimensions,
    folder: modelFolder(settings.modelCache, name),
    advice: `Fetch it with \`ibid models add ${name}\`.`,
    known: space,
  });
}

/** Returns the key with the variable it comes from, or the variable to set if there is none. */
export function embedderKey(
  config: EmbedderConfig,
  secret: Settings['secret'],
): { readonly apiKey: string | undefined; readonly keyName: string } {
  const provider = PROVIDERS[config.name];
  const baseUrl = 'baseUrl' in config ? config.baseUrl : undefined;
  const isOwn = baseUrl === undefined || URL.parse(baseUrl)?.origin === provider?.origin;
  // Never send a provider's key to another host, whatever address a copied configuration file contains.
  const names = isOwn ? [ANY, ...(provider?.keys ?? [])] : [ANY];
  const [, usual = ANY] = names;
  const keyName = names.find((name) => secret(name) !== undefined) ?? usual;
  return { apiKey: secret(keyName), keyName };
}

/**
 * Parses the id of an index's space into the embedder that made it. `elsewhere`: the id contains an address or another option that only the
 * configuration can supply in full. Returns `undefined` for ids of unknown embedders.
 */
export function embedderOf(id: string): (EmbedderConfig & { readonly elsewhere?: true }) | undefined {
  if (id.startsWith('builtin/lsa@')) return { name: 'builtin' };
  const [, name = '', model = '', size = '', rest = ''] = ID.exec(id) ?? [];
  const elsewhere = /;(?!prefix=)/u.test(rest) ? { elsewhere: true as const } : {};
  switch (name) {
    case 'cohere':
    case 'openai':
    case 'gemini':
      // These services accept an explicit dimension even if it is the model's default.
      return { name, model, dimensions: Number(size), ...elsewhere };
    case 'ollama':
    case 'local':
      return { name, model, ...elsewhere };
    default:
      return undefined;
  }
}
