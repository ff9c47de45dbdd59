import type { LoadContext, Plugin } from '@docusaurus/types';
import { fileURLToPath } from 'node:url';
import { extendCli, type SiteCli } from './commands/extend-cli.ts';
import { afterBuild } from './index-site/after-build.ts';
import { checkOptions } from './options/check-options.ts';
import type { CheckedOptions } from './options/plugin-options.ts';
import { shipData } from './site/ship-data.ts';

export type { DevOptions, PluginOptions } from './options/plugin-options.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Puts Ibid's panel on every page and keeps its index up to the site. */
export default function ibidPlugin(context: LoadContext, options: unknown): Plugin {
  const checked = options as CheckedOptions;
  const isDev = isDevServer();
  return {
    name: '@ibid/docusaurus-plugin',
    getThemePath: () => here('./theme'),
    getTypeScriptThemePath: () => here('../src/theme'),
    getClientModules: () => [here('./client/client-module.js')],
    async contentLoaded({ actions }) {
      actions.setGlobalData(await shipData(context, checked, isDev));
    },
    async postBuild(props) {
      if (checked.indexOnBuild) await afterBuild(props, checked);
    },
    extendCli: (cli) => extendCli(cli as unknown as SiteCli, context, checked),
  };
}

/** Called by Docusaurus with what `docusaurus.config` says. */
export function validateOptions({ options }: { readonly options: unknown }): CheckedOptions {
  return checkOptions(options);
}

/** `docusaurus swizzle @ibid/docusaurus-plugin IbidPanel` is safe: its props are part of the public interface. */
export function getSwizzleConfig(): object {
  return {
    components: {
      IbidPanel: { actions: { eject: 'safe', wrap: 'safe' }, description: 'The panel that questions are asked in.' },
    },
  };
}

/** `docusaurus build --dev` is in development mode too, but has no server. */
function isDevServer(): boolean {
  return process.env['NODE_ENV'] === 'development' && process.argv.includes('start');
}
