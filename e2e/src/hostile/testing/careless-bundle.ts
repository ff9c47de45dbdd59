import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';
import { readCss } from '../../../../scripts/build/read-css.ts';

const SOURCE = join(import.meta.dirname, '../../../../packages/widget/src');
const CARELESS_RUNTIME = join(import.meta.dirname, 'careless-runtime.ts');

/** What keeps text text: React's own writing of it, what links may lead to, the escapes of what is copied. */
export type Guard = 'text' | 'address' | 'escape';

const WITHOUT: Readonly<Record<Guard, readonly Plugin[]>> = {
  text: [
    {
      name: 'without-text',
      resolveId: {
        filter: { id: /^react\/jsx-runtime$/u },
        handler: (_, importer) => (importer === CARELESS_RUNTIME ? undefined : CARELESS_RUNTIME),
      },
    },
  ],
  address: [
    replaced(/page\/create-site-map\.ts$/u, (code) =>
      code.replace('hrefOf: (to) => {', 'hrefOf: (to) => { if (to.url !== "") return to.url;'),
    ),
    replaced(/answer\/place-link\.tsx$/u, (code) => code.replace('/^https?:$/u.test(address.protocol)', 'true')),
  ],
  escape: [
    replaced(/exchange\/answer-markdown\.ts$/u, (code) =>
      code.replace("let escaped = '';", "if (text !== '') return text; let escaped = '';"),
    ),
  ],
};

/** The widget's bundle as it is shipped, but without `guard`. */
export async function carelessBundle(guard: Guard): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-careless-'));
  const write = async (entry: string, name: string): Promise<void> => {
    const built = await rolldown({
      input: join(SOURCE, 'element', entry),
      platform: 'browser',
      cwd: SOURCE,
      tsconfig: false,
      transform: { define: { 'process.env.NODE_ENV': '"production"', IBID_PANEL_FILE: '"./ibid-panel.js"' } },
      plugins: [...WITHOUT[guard], cssAsText],
      logLevel: 'silent',
    });
    try {
      const chunkFileNames = `${name}-[name].js`;
      const { output } = await built.generate({ format: 'esm', entryFileNames: `${name}.js`, chunkFileNames });
      for (const part of output) {
        if (part.type === 'chunk') await writeFile(join(folder, part.fileName), part.code);
      }
    } finally {
      await built.close();
    }
  };
  await write('ibid-ask.ts', 'ibid-ask');
  await write('panel-entry.ts', 'ibid-panel');
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function replaced(id: RegExp, change: (code: string) => string): Plugin {
  return {
    name: `without ${id.source}`,
    load: {
      filter: { id },
      async handler(file) {
        const before = await readFile(file, 'utf8');
        const code = change(before);
        if (code === before)
          throw new Error(`\`${file}\` has no guard to take away any more; see \`careless-bundle.ts\`.`);
        return { code, moduleType: file.endsWith('x') ? 'tsx' : 'ts' };
      },
    },
  };
}

const cssAsText: Plugin = {
  name: 'css-as-text',
  load: {
    filter: { id: /\.css$/u },
    handler: async (id) => ({
      code: `export default ${JSON.stringify(await readCss(id))};`,
      moduleType: 'js',
    }),
  },
};
