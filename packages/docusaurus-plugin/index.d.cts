import type { LoadContext, Plugin } from '@docusaurus/types';

/** Puts Ibid's panel on every page and keeps its index up to the site. */
declare function ibidPlugin(context: LoadContext, options: unknown): Promise<Plugin>;

declare namespace ibidPlugin {
  type DevOptions = import('./dist/index.js', { with: { 'resolution-mode': 'import' } }).DevOptions;
  type PluginOptions = import('./dist/index.js', { with: { 'resolution-mode': 'import' } }).PluginOptions;
  function validateOptions(given: { readonly options: unknown }): unknown;
  function getSwizzleConfig(): object;
}

export = ibidPlugin;
