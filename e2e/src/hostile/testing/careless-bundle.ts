import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { bundleWidget } from '../../../../scripts/build/bundle-widget.ts';

const SOURCE = join(import.meta.dirname, '../../../../packages/widget/src');
const CARELESS_RUNTIME = join(import.meta.dirname, 'careless-runtime.ts');

/** Removes all protections against markup in text: React's text nodes, the check of link addresses, the escapes of copied Markdown. */
const WITHOUT_GUARDS: readonly Plugin[] = [
  {
    name: 'without-text',
    resolveId: {
      filter: { id: /^react\/jsx-runtime$/u },
      handler: (_, importer) => (importer === CARELESS_RUNTIME ? undefined : CARELESS_RUNTIME),
    },
  },
  replaced(/page\/create-site-map\.ts$/u, (code) =>
    code.replace('hrefOf: (to) => {', 'hrefOf: (to) => { if (to.url !== "") return to.url;'),
  ),
  replaced(/answer\/place-link\.tsx$/u, (code) => code.replace('/^https?:$/u.test(address.protocol)', 'true')),
  replaced(/client\/src\/markdown-text\.ts$/u, (code) =>
    code.replace("let escaped = '';", "if (text !== '') return text; let escaped = '';"),
  ),
];

/** Builds the widget's bundle as shipped, but without its guards. */
export async function carelessBundle(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-careless-'));
  await bundleWidget(SOURCE, folder, WITHOUT_GUARDS);
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
