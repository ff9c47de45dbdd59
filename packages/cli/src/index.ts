export { readSettings, type Settings } from './config.ts';
export { checkConfig } from './config-schema.ts';
export { defineConfig, type IbidConfig } from './define-config.ts';
export type { EmbedderSettings } from './embedder-settings.ts';
export { runCli } from './main.ts';
export { openForIndexing } from './open-embedder-source.ts';
export { openParser } from './open-source.ts';
export { staticLine, writeStaticSite } from './static-site.ts';
export { writePages } from './write-pages.ts';
