/** Engines that search in the reader's browser: built from HTML pages like a site, and queried in Chromium with the code that they ship. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { close, createIndex } from 'pagefind';
import { rolldown } from 'rolldown';
import { launchChromium } from '../../../scripts/chromium.ts';
import { pageHtml } from './box-site.ts';
import { SHOWN, type Asked, type BoxEngine, type EngineInput, type OpenEngine } from './engines.ts';

/** A search engine of a built site that runs in the browser. */
export interface BuiltSearch {
  /** Body of a script that defines `find`, a function from typed text to addresses. */
  readonly makeFind: string;
}

/** Writes all files that a browser loads for an engine into an empty folder. */
type BuildSearch = (input: Pick<EngineInput, 'pages' | 'folder'>) => Promise<BuiltSearch>;

export const pagefind: OpenEngine = async (input) => inBrowser(input, await buildPagefind(input));

/** `settings` are Pagefind's options in the browser. */
export const buildPagefind = async (
  { pages, folder }: Parameters<BuildSearch>[0],
  settings: { readonly noWorker?: true } = {},
): Promise<BuiltSearch> => {
  const { index } = await createIndex();
  for (const [at, page] of pages.entries()) await index!.addHTMLFile({ url: addressOf(at), content: pageHtml(page) });
  const { errors } = await index!.writeFiles({ outputPath: join(folder, 'pagefind') });
  await close();
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return {
    makeFind: `const pagefind = await import('/pagefind/pagefind.js');
    await pagefind.options(${JSON.stringify(settings)});
    await pagefind.init();
    const find = async (text) => {
      const { results } = await pagefind.search(text);
      return (await Promise.all(results.slice(0, ${SHOWN}).map((one) => one.data()))).map(({ url }) => url);
    };`,
  };
};

const require = createRequire(import.meta.url);
/** The parts of the plugin that Docusaurus runs in Node. */
const SERVER = dirname(require.resolve('@easyops-cn/docusaurus-search-local'));
const CONSTANTS = '@generated/@easyops-cn/docusaurus-search-local/default/generated-constants.js';

interface SearchLocal {
  validateOptions(given: object): { readonly searchResultLimits: number };
  processPluginOptions(options: object, site: object): object;
  generate(options: object, folder: string): string;
  postBuildFactory(options: object, file: string): (site: object) => Promise<void>;
}

export const searchLocal: OpenEngine = async (input) => inBrowser(input, await buildSearchLocal(input));

/** Calls the plugin's hooks as Docusaurus does after a build, with default options. */
export const buildSearchLocal: BuildSearch = async ({ pages, folder }) => {
  const plugin = Object.assign(
    {},
    ...['validateOptions', 'processPluginOptions', 'generate', 'postBuildFactory'].map((name) =>
      require(`${SERVER}/utils/${name}.js`),
    ),
  ) as SearchLocal;
  const given = plugin.validateOptions({
    options: { docsRouteBasePath: ['page'] },
    validate: (schema: { validate(options: object): { readonly value: object } }, options: object) =>
      schema.validate(options).value,
  });
  const options = plugin.processPluginOptions(given, { siteDir: folder, siteConfig: { themeConfig: {} } });
  for (const [at, page] of pages.entries()) {
    const file = join(folder, addressOf(at), 'index.html');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, pageHtml(page));
  }
  const routesPaths = pages.map((_, at) => addressOf(at));
  const postBuild = plugin.postBuildFactory(options, plugin.generate(options, folder));
  await postBuild({ routesPaths, outDir: folder, baseUrl: '/', siteConfig: { trailingSlash: true } });
  const bundle = await rolldown({
    input: join(SERVER, '../../client/client/theme/worker.js'),
    platform: 'browser',
    resolve: { alias: { [CONSTANTS]: join(folder, 'generated-constants.js') } },
  });
  await bundle.write({ file: join(folder, 'search-local.js') });
  return {
    makeFind: `const { SearchWorker } = await import('/search-local.js');
    const worker = new SearchWorker();
    const find = async (text) => (await worker.search('/', '', text, ${given.searchResultLimits})).map(({ document }) => document.u);`,
  };
};

function addressOf(page: number): string {
  return `/page/${page}/`;
}

async function inBrowser(
  { folder, pages }: Pick<EngineInput, 'pages' | 'folder'>,
  { makeFind }: BuiltSearch,
): Promise<BoxEngine> {
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Search</title>');
  const app = new Hono().use('*', serveStatic({ root: folder }));
  const { promise: port, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (address) => resolve(address.port));
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${await port}/`);
  const urls = new Map(pages.map(({ url }, at) => [addressOf(at), url]));
  return {
    async ask(texts) {
      const asked: Asked[] = await page.evaluate(
        `(async () => {
          ${makeFind}
          const asked = [];
          for (const text of ${JSON.stringify(texts)}) {
            const started = performance.now();
            const urls = await find(text);
            asked.push({ urls, ms: performance.now() - started });
          }
          return asked;
        })()`,
      );
      return asked.map((one) => ({ ...one, urls: one.urls.map((address) => urls.get(address) ?? address) }));
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
