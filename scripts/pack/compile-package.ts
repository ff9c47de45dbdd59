import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { toPublishedCode } from './to-published-code.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const NOT_PUBLISHED = [
  '**/*.test.ts',
  '**/*-fixture.ts',
  '**/*-child.ts',
  '**/*-writer.ts',
  '**/*-holder.ts',
  '**/*.fixture.ts',
  '**/testing/**',
];

/**
 * Writes `packages/<name>/src` as JavaScript with declarations into `dist` of `to`, and beside it the files that the code reads. Rejects with
 * the compiler's words, and for code that still names a TypeScript file.
 */
export async function compilePackage(name: string, to: string): Promise<void> {
  const source = join(ROOT, 'packages', name, 'src');
  const out = join(to, 'dist');
  await mkdir(to, { recursive: true });
  const project = join(to, 'tsconfig.json');
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    // Every file says the types of what it exports, so each is compiled by itself; other packages stay what they are. The oldest Node that
    // is served knows no `using`.
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      noResolve: true,
      target: 'es2024',
      rootDir: source,
      outDir: out,
      types: [],
    },
    include: [source],
    exclude: NOT_PUBLISHED.map((pattern) => join(source, pattern)),
  };
  await writeFile(project, JSON.stringify(settings));
  try {
    await run(process.execPath, [TSC, '-p', project]).catch(
      ({ stdout, message }: { stdout?: string; message: string }) => {
        throw new Error(`\`packages/${name}\` does not compile:\n${stdout ?? message}`);
      },
    );
  } finally {
    await rm(project, { force: true });
  }
  const jsons = new Set<string>();
  for await (const file of glob('**/*.{js,d.ts}', { cwd: out })) {
    const path = join(out, file);
    const published = toPublishedCode(await readFile(path, 'utf8'), `packages/${name}/src/${file}`);
    await writeFile(path, published.code);
    for (const json of published.json) jsons.add(join(dirname(file), json));
  }
  for (const file of [...jsons, ...(await assetsOf(source))]) {
    await cp(join(source, file), join(out, file));
  }
}

/** What is read at run time and is no code of ours: pages, styles, pictures and the scripts of pages. */
async function assetsOf(source: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,wasm}', { cwd: source }));
  return files.filter((file) => !/(?:^|\/)(?:__fixtures__|fixtures|testing)\//u.test(file));
}
