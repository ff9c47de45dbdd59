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
 * Compiles `packages/<name>/src` to JavaScript with declarations in `dist` of `to`, and copies the assets that the code reads. Rejects with
 * the compiler's output, and if the result still refers to a TypeScript file.
 */
export async function compilePackage(name: string, to: string): Promise<void> {
  const source = join(ROOT, 'packages', name, 'src');
  const out = join(to, 'dist');
  await mkdir(to, { recursive: true });
  const project = join(to, 'tsconfig.json');
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    // Every file declares the types of its exports, so each is compiled separately, without resolving other packages. The target has no
    // `using`, which the oldest supported Node lacks.
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

/** Files read at run time that are not compiled: pages, styles, pictures and the scripts of pages. */
async function assetsOf(source: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,wasm}', { cwd: source }));
  return files.filter((file) => !/(?:^|\/)(?:__fixtures__|fixtures|testing)\//u.test(file));
}
