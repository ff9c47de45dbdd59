export { configIn, readSettings } from './config.ts';
export { defineConfig, type EmbedderSettings, type IbidConfig } from './define-config.ts';
export { runCli } from './main.ts';
export { openParser, updateIndex } from './run-ingest.ts';
export { staticLines, writeStaticSite } from './static-site.ts';
export { writePages } from './write-pages.ts';
