import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = ['widget', 'docusaurus-plugin'];

/** Brings `dist/` of each package up to its sources; does nothing where they have not changed since. Rejects with the compiler's words. */
export async function buildPackages(): Promise<void> {
  for (const name of PACKAGES) {
    const folder = join(ROOT, 'packages', name);
    const mark = join(folder, 'dist', '.built-from');
    const state = await stateOf(folder);
    if ((await readFile(mark, 'utf8').catch(() => '')) === state) continue;
    await buildPackage(folder);
    await writeFile(mark, state);
  }
}

/** Built beside and moved, so that a build that fails leaves the last good one. */
async function buildPackage(folder: string): Promise<void> {
  const fresh = join(folder, `dist.${process.pid}.tmp`);
  try {
    await mkdir(fresh, { recursive: true });
    const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
    await run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', fresh]).catch(
      ({ stdout }: { stdout: string }) => {
        throw new Error(`\`${folder}\` does not compile:\n${stdout}`);
      },
    );
    for await (const file of glob('**/*.css', { cwd: join(folder, 'src') })) {
      await cp(join(folder, 'src', file), join(fresh, file));
    }
    await rm(join(folder, 'dist'), { recursive: true, force: true });
    await rename(fresh, join(folder, 'dist'));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const files = await Array.fromAsync(glob('{src/**/*.*,*.json}', { cwd: folder }));
  for (const file of files.sort()) hash.update(file).update(await readFile(join(folder, file)));
  return hash.digest('hex');
}
