export { defineConfig, type IbidConfig } from './define-config.ts';
export { runCli } from './main.ts';
