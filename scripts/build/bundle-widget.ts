import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { readCss, shortenCss } from './read-css.ts';

const ENTRY = 'ibid-ask.js';

/** Replaces React by Preact, which is a tenth of its size. Sites with their own React, such as Docusaurus, do not use this bundle. */
export const PREACT: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/**
 * Bundles `<ibid-ask>` from `source`, the sources of the widget, into `out`: `ibid-ask.js`, which a page loads, and `ibid-search.js` and
 * `ibid-docsearch.js`, which it may load; further scripts that these load on demand, with a hash of the content in the name; and
 * `manifest.json`, which lists them. Equal sources give equal bytes. `plugins` lets tests plant errors.
 */
export async function bundleWidget(source: string, out: string, plugins: readonly Plugin[] = []): Promise<void> {
  // Separate bundles instead of chunks: a chunk that imports `ibid-ask.js` would run it again if a page loads it with a query string.
  const panel = await bundle(source, 'panel-entry.ts', 'ibid-panel-[hash].js', {}, plugins);
  const panelFile = panel.find(({ isEntry }) => isEntry)!.fileName;
  const names = { IBID_PANEL_FILE: JSON.stringify(`./${panelFile}`) };
  const search = await bundle(source, 'search-entry.ts', 'ibid-search-box.js', {}, plugins);
  const page = await bundle(source, 'ibid-ask.ts', ENTRY, names, plugins);
  const button = await bundle(source, 'ibid-search.ts', 'ibid-search.js', {}, plugins);
  const early = await bundle(source, 'load-early.ts', 'ibid-early.js', {}, plugins);
  const docsearch = await bundle(source, '../docsearch/docsearch-client.ts', 'ibid-docsearch.js', {}, plugins);
  const chunks = [...page, ...button, ...panel, ...search, ...early, ...docsearch];
  const back = chunks.find(({ imports }) => imports.includes(ENTRY));
  if (back !== undefined) throw new Error(`\`${back.fileName}\` imports \`${ENTRY}\`, which would then run twice.`);
  await mkdir(out, { recursive: true });
  for (const { fileName, code } of chunks) await writeFile(join(out, fileName), code);
  const lazy = new Set(chunks.map(({ fileName }) => fileName).filter((name) => name !== ENTRY));
  const manifest = { entry: ENTRY, panel: panelFile, lazy: [...lazy].sort() };
  await writeFile(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function bundle(
  source: string,
  entry: string,
  entryFileNames: string,
  define: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
): Promise<readonly OutputChunk[]> {
  const built = await rolldown({
    input: join(source, 'element', entry),
    platform: 'browser',
    cwd: source,
    tsconfig: false,
    resolve: { alias: PREACT },
    transform: { define: { 'process.env.NODE_ENV': '"production"', ...define } },
    plugins: [...plugins, cssAsText],
    // A busy machine is no fault of the bundle.
    checks: { bundlerTimings: false },
    onLog(_level, log) {
      throw new Error(log.message);
    },
  });
  try {
    const chunkFileNames = 'ibid-[name]-[hash].js';
    const { output } = await built.generate({
      format: 'esm',
      minify: true,
      comments: { annotation: false },
      entryFileNames,
      chunkFileNames,
    });
    return output.map((part) => {
      if (part.type === 'chunk') return part;
      throw new Error(`\`${entry}\` drags \`${part.fileName}\` along, which nothing serves.`);
    });
  } finally {
    await built.close();
  }
}

const cssAsText: Plugin = {
  name: 'css-as-text',
  load: {
    filter: { id: /\.css$/u },
    async handler(id) {
      const text = shortenCss(withoutInfima(await readCss(id)));
      return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
    },
  },
};

/** Only Docusaurus sites define Infima's variables, and they have their own plugin. */
function withoutInfima(css: string): string {
  return css.replaceAll(/var\(--ifm-[\w-]+,\s*([^()]*)\)/gu, '$1');
}
