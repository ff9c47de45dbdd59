import type { LoadContext, Plugin } from '@docusaurus/types';
import { loadMessages } from '@ibid/widget/messages';
import { fileURLToPath } from 'node:url';
import { extendCli } from './commands/extend-cli.ts';
import type { DevSession } from './dev/dev-session.ts';
import { latestVersions, writtenPages, type WrittenPage } from './dev/written-pages.ts';
import { afterBuild } from './index-site/after-build.ts';
import { say } from './index-site/index-output.ts';
import { checkLocales, checkOptions } from './options/check-options.ts';
import type { CheckedOptions } from './options/plugin-options.ts';
import { findPrism } from './site/find-prism.ts';
import {
  DEV_API,
  languageOf,
  shipData,
  styleOf,
  suggestionsFor,
  type PanelData,
  type SearchData,
} from './site/ship-data.ts';
import { messageTexts, takeMessages, writeMessageFile } from './translations/messages.ts';

export type { DevOptions, PluginOptions } from './options/plugin-options.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Adds Ibid's panel to every page and keeps its index in step with the site. */
export default async function ibidPlugin(context: LoadContext, options: unknown): Promise<Plugin> {
  const checked = options as CheckedOptions;
  const { siteDir, baseUrl } = context;
  checkLocales(checked, context.i18n.locales);
  const isDev = isRunning('start') && process.env['NODE_ENV'] === 'development';
  const defaults = await loadMessages(languageOf(context));
  const own = takeMessages(context.codeTranslations, defaults);
  const messages = { ...defaults, ...own.messages };
  for (const problem of own.problems) say(`warning: ${problem}`);
  const forTranslators = isRunning('write-translations')
    ? await writeMessageFile(context.generatedFilesDir, await loadMessages('en'))
    : undefined;
  let panelData = '';
  let searchData = '';
  let written: readonly WrittenPage[] = [];
  const session = async (): Promise<DevSession> => (await import('./dev/dev-session.ts')).devSession(context, checked);

  return {
    name: '@ibid/docusaurus-plugin',
    getThemePath: () => here('./theme'),
    getTypeScriptThemePath: () => here('../src/theme'),
    getClientModules: () => [here('./client/client-module.js')],
    ...(forTranslators === undefined
      ? {}
      : { getPathsToWatch: () => [forTranslators], getDefaultCodeTranslationMessages: () => messageTexts(defaults) }),
    async contentLoaded({ actions }) {
      const suggestions = suggestionsFor(checked, context.i18n);
      const panel: PanelData = { css: await styleOf('panel'), messages, suggestions };
      panelData = await actions.createData('panel.json', JSON.stringify(panel));
      const search: SearchData = { css: await styleOf('search'), messages };
      searchData = await actions.createData('search.json', JSON.stringify(search));
    },
    async allContentLoaded({ allContent, actions }) {
      const latest = latestVersions(allContent['docusaurus-plugin-content-docs'] ?? {});
      actions.setGlobalData(shipData(context, checked, { messages, latest, isDev }));
      written = writtenPages(context, allContent);
      if (isDev && checked.dev.index) (await session()).update(written);
    },
    configureWebpack: () => ({
      resolve: {
        alias: {
          '@ibid-site/panel-data': panelData,
          '@ibid-site/search-data': searchData,
          '@ibid-site/prism': findPrism(siteDir) ?? here('./client/no-prism.js'),
        },
      },
      ...(isDev && checked.dev.index
        ? { devServer: { proxy: [devProxy(`${baseUrl}${DEV_API}`, async () => (await session()).address())] } }
        : {}),
    }),
    // First in the body, hidden from readers.
    ...(checked.markdown && !isDev && context.siteConfig.future?.experimental_router !== 'hash'
      ? {
          injectHtmlTags: () => ({
            preBodyTags: `<p hidden>For AI agents: <a href="${baseUrl}llms.txt">${baseUrl}llms.txt</a> links to all pages as Markdown.</p>`,
          }),
        }
      : {}),
    postBuild: (props) => afterBuild(props, checked, written),
    extendCli: (cli) => extendCli(cli, context, checked),
  };
}

/** Called by Docusaurus with the options in `docusaurus.config`. */
export function validateOptions({ options }: { readonly options: unknown }): CheckedOptions {
  return checkOptions(options);
}

/** Makes `docusaurus swizzle @ibid/docusaurus-plugin IbidPanel` safe: the component's props are part of the public interface. */
export function getSwizzleConfig(): object {
  return {
    components: {
      IbidPanel: { actions: { eject: 'safe', wrap: 'safe' }, description: 'The panel that questions are asked in.' },
    },
  };
}

/** True for the running Docusaurus command. The mode alone is not enough: `docusaurus build --dev` is in development mode but has no server. */
function isRunning(command: string): boolean {
  return process.argv.includes(command);
}

/**
 * A rule of `devServer.proxy` for the development servers of webpack and Rspack: everything below `path` goes to the API. `address` is
 * called for each request, so that a question waits until recent edits are indexed.
 */
function devProxy(path: string, address: () => Promise<string>): object {
  return {
    context: [path],
    // Required but never used, because `router` decides.
    target: 'http://127.0.0.1',
    router: address,
    pathRewrite: (url: string) => (url.startsWith(path) ? url.slice(path.length) || '/' : url),
    logLevel: 'silent',
  };
}
