import type { LoadContext, Plugin } from '@docusaurus/types';
import type * as esm from './dist/index.js' with { 'resolution-mode': 'import' };

/** Adds Ibid's panel to every page and keeps its index in step with the site. */
declare function ibidPlugin(context: LoadContext, options: unknown): Promise<Plugin>;

declare namespace ibidPlugin {
  type DevOptions = esm.DevOptions;
  type PluginOptions = esm.PluginOptions;
  function validateOptions(given: { readonly options: unknown }): unknown;
  function getSwizzleConfig(): object;
}

export = ibidPlugin;
