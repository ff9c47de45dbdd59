import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { readCss, shortenCss } from './read-css.ts';

const ENTRY = 'ibid-ask.js';

/** A site of its own React, such as Docusaurus, renders the panel with that; any other site is sent Preact, which is a tenth of its size. */
export const PREACT: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/**
 * Bundles `<ibid-ask>` from `source`, the sources of the widget, into `out`: `ibid-ask.js`, which a page loads, `ibid-search.js` and `ibid-docsearch.js`, which it may load; beside them, with a hash of
 * their content in their names, what that loads when it is wanted; and `manifest.json`, which names them. Equal sources give equal bytes.
 * `plugins` may plant faults for tests.
 */
export async function bundleWidget(source: string, out: string, plugins: readonly Plugin[] = []): Promise<void> {
  // Apart, not as chunks of one bundle: a chunk that leads back to `ibid-ask.js` would run it anew wherever a page asks for it with a query.
  const panel = await bundle(source, 'panel-entry.ts', 'ibid-panel-[hash].js', {}, plugins);
  const panelFile = panel.find(({ isEntry }) => isEntry)!.fileName;
  const names = { IBID_PANEL_FILE: JSON.stringify(`./${panelFile}`) };
  const search = await bundle(source, 'search-entry.ts', 'ibid-search-box.js', {}, plugins);
  const page = await bundle(source, 'ibid-ask.ts', ENTRY, names, plugins);
  const button = await bundle(source, 'ibid-search.ts', 'ibid-search.js', {}, plugins);
  const docsearch = await bundle(source, '../docsearch/docsearch-client.ts', 'ibid-docsearch.js', {}, plugins);
  const chunks = [...page, ...button, ...panel, ...search, ...docsearch];
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

/** Sites with Infima's variables are those of Docusaurus, which have a plugin of their own. */
function withoutInfima(css: string): string {
  return css.replaceAll(/var\(--ifm-[\w-]+,\s*([^()]*)\)/gu, '$1');
}
