import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundleWidget } from './bundle-widget.ts';
import { bundleWorker } from './bundle-worker.ts';
import { readCss, shortenCss } from './read-css.ts';
import { syncFolder } from './sync-folder.ts';
import { withLock } from './with-lock.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = ['widget', 'docusaurus-plugin'];
const MARK = '.built-from';
/** Sources outside the widget that its bundles contain. */
const BUNDLED = '../{client,core,wire,static}/src/**/*.ts,../drivers/src/stores/{*,static/*}.ts';
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

/**
 * Updates `dist/` of each package; does nothing if its sources have not changed. Several processes may call this at once: one builds, the
 * others wait. Types are not checked; `npm run types` does that. Rejects with the compiler's output.
 */
export async function buildPackages(names: readonly string[] = PACKAGES): Promise<void> {
  if ((await stalePackages(names)).length === 0) return;
  await withLock(join(ROOT, 'node_modules', '.cache', 'ibid-build.lock'), async () => {
    for (const name of await stalePackages(names)) await buildPackage(name, await toolState());
  });
}

async function stalePackages(names: readonly string[]): Promise<readonly string[]> {
  const tools = await toolState();
  const isBuilt = await Promise.all(names.map((name) => isUpToDate(name, tools)));
  return names.filter((_, index) => !isBuilt[index]);
}

async function isUpToDate(name: string, tools: string): Promise<boolean> {
  const mark = await readFile(join(ROOT, 'packages', name, 'dist', MARK), 'utf8').catch(() => '');
  return mark === (await stateOf(name, tools));
}

/** Builds into a temporary folder, then syncs it to `dist/` file by file, so that a failed build leaves the last good one. */
async function buildPackage(name: string, tools: string): Promise<void> {
  const folder = join(ROOT, 'packages', name);
  const state = await stateOf(name, tools);
  const fresh = join(folder, `dist.${process.pid}.tmp`);
  try {
    await mkdir(fresh, { recursive: true });
    // Sources declare the types of their exports, so nothing has to be inferred across packages.
    const options = ['-p', join(folder, 'tsconfig.build.json'), '--outDir', fresh, '--noCheck'];
    await run(process.execPath, [TSC, ...options]).catch(
      ({ stdout, message }: { stdout?: string; message: string }) => {
        throw new Error(
          `\`packages/${name}\` does not compile:\n${stdout === undefined || stdout === '' ? message : stdout}`,
        );
      },
    );
    for await (const file of glob('*/*.css', { cwd: join(folder, 'src') })) {
      await mkdir(dirname(join(fresh, file)), { recursive: true });
      await writeFile(join(fresh, file), shortenCss(await readCss(join(folder, 'src', file))));
    }
    if (name === 'widget') {
      await bundleWidget(join(folder, 'src'), join(fresh, 'bundle'));
      await bundleWorker(join(ROOT, 'packages/static/src'), join(fresh, 'bundle'));
    }
    await syncFolder(fresh, join(folder, 'dist'));
    await writeFile(join(folder, 'dist', MARK), state);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Hash of everything that goes into `dist/` of a package. */
async function stateOf(name: string, tools: string): Promise<string> {
  const cwd = join(ROOT, 'packages', name);
  const bundled = name === 'widget' ? `,${BUNDLED}` : '';
  const files = await Array.fromAsync(glob(`{src/**/*.*,*.json${bundled}}`, { cwd }));
  const sources = files.filter((file) => !/\.test\.tsx?$|\/testing\//u.test(file));
  return digest([tools, ...(await contents(sources, cwd))]);
}

/** Hash of the build tools: these scripts, the compiler settings, and the installed versions. */
async function toolState(): Promise<string> {
  const installed = ['typescript', 'rolldown'].map((name) => join('node_modules', name, 'package.json'));
  const files = await Array.fromAsync(glob('scripts/build/*.ts', { cwd: ROOT }));
  const scripts = files.filter((file) => !file.endsWith('.test.ts'));
  return digest(await contents([...scripts, 'tsconfig.json', ...installed], ROOT));
}

async function contents(files: readonly string[], cwd: string): Promise<string[]> {
  const read = async (file: string): Promise<string> =>
    `${file}\n${await readFile(join(cwd, file), 'utf8').catch(() => '')}`;
  return Promise.all([...files].sort().map(read));
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
