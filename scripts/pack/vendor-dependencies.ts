import { glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Captures the default import, the names in braces, and the package. */
const IMPORT = /^import\s+(\w+)?[\s,]*(?:\{([^}]*)\})?\s*from\s*'((?!node:|@ibid\/)[@a-z][^'\n]*)'/gmu;
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u;
const ENTRY = '\0names of ';

/**
 * Bundles third-party imports of the compiled code in `dist` into `dist/vendor`, with their licences, and makes the code import the
 * bundles: a Markdown parser alone would be a hundred packages to install. Dependencies are resolved from `from`, the package in this
 * repository.
 */
export async function vendorDependencies(from: string, dist: string): Promise<void> {
  const files = await Array.fromAsync(glob('**/*.js', { cwd: dist }));
  const names = new Map<string, Set<string>>();
  for (const file of files) {
    const code = await readFile(join(dist, file), 'utf8');
    const here = relative(dirname(join(dist, file)), join(dist, 'vendor'));
    const vendored = code.replaceAll(IMPORT, (whole, first: string | undefined, braces = '', specifier: string) => {
      const known = names.get(specifier) ?? new Set();
      names.set(specifier, known);
      if (first !== undefined) known.add('default');
      for (const name of String(braces).matchAll(/(\w+)(?:\s+as\s+\w+)?/gu)) known.add(name[1]!);
      const to = `${here.startsWith('.') ? here : `./${here}`}/${fileOf(specifier)}.js`;
      return whole.replace(`'${specifier}'`, `'${to}'`);
    });
    await writeFile(join(dist, file), vendored);
  }
  await writeVendor(from, join(dist, 'vendor'), names);
}

async function writeVendor(
  from: string,
  folder: string,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  // CommonJS modules have no named exports, so each entry lists the names that are used.
  const entries: Plugin = {
    name: 'entries',
    resolveId: (id) => (id.startsWith(ENTRY) ? id : null),
    load(id) {
      const specifier = id.slice(ENTRY.length);
      return id.startsWith(ENTRY) ? `export { ${[...names.get(specifier)!].join(', ')} } from '${specifier}';` : null;
    },
  };
  const input = Object.fromEntries([...names.keys()].sort().map((one) => [fileOf(one), `${ENTRY}${one}`]));
  const bundle = await rolldown({ input, platform: 'node', cwd: from, tsconfig: false, plugins: [entries] });
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[hash].js' });
  await bundle.close();
  await mkdir(folder, { recursive: true });
  const packages = new Set<string>();
  for (const part of output) {
    if (part.type !== 'chunk') throw new Error(`\`${part.fileName}\` is no code; it cannot be bundled.`);
    for (const id of part.moduleIds) packages.add(PACKAGE.exec(id)?.[0] ?? '');
    await writeFile(join(folder, part.fileName), part.code);
  }
  packages.delete('');
  await writeFile(join(folder, 'LICENSES.txt'), (await Promise.all([...packages].sort().map(licenceOf))).join('\n\n'));
}

function fileOf(specifier: string): string {
  return specifier.replaceAll(/[^\w]+/gu, '-').replace(/^-/u, '');
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly [_ in 'name' | 'version' | 'license']: string;
  };
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/iu.test(one));
  const text = file === undefined ? license : await readFile(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
