import type { EmbedderSettings } from 'ibid';

type Config = Exclude<EmbedderSettings, string>;
type SettingOf<Each> = Each extends unknown ? keyof Each : never;

/** All of them, which the compiler sees to; the program itself takes too long to load for a look at the options. */
const NAMES: Readonly<Record<Config['name'], true>> = {
  builtin: true,
  hash: true,
  cohere: true,
  openai: true,
  gemini: true,
  ollama: true,
  transformers: true,
};
const SETTINGS: Readonly<Record<SettingOf<Config>, true>> = {
  name: true,
  model: true,
  dimensions: true,
  baseUrl: true,
  service: true,
  maxBatch: true,
  questionTimeout: true,
  documentTimeout: true,
  encoding: true,
  keepAlive: true,
  documentPrefix: true,
  queryPrefix: true,
  folder: true,
  download: true,
  pooling: true,
  precision: true,
};

export const EMBEDDER_NAMES: readonly string[] = Object.keys(NAMES);
/** Of all embedders together. */
export const EMBEDDER_SETTINGS: readonly string[] = Object.keys(SETTINGS);
