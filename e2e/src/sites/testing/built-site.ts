import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { docusaurusBin } from '../../../../scripts/build/build-book.ts';
import { buildPackages } from '../../../../scripts/build/build-packages.ts';
import { withLock } from '../../../../scripts/build/with-lock.ts';
import type { SiteShape } from './site-shape.ts';
import { siteFiles, writeSite } from './write-site.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Not in `node_modules`, whose modules Docusaurus does not transpile; below the root of the repository, so that its packages are found. */
export const SITES: string = join(ROOT, 'e2e/.cache/sites');

/** Longer than any run of tests. */
const KEPT_MS = 3_600_000;

export interface BuiltSite {
  /** What Docusaurus is run in. */
  readonly folder: string;
  readonly site: string;
  readonly index: string;
}

/**
 * A site of that shape, built unless it is there already; several processes may ask for it at once. When anything has changed that it is made
 * of, it is built in another folder, because somebody may still read the old one.
 */
export async function builtSite(shape: SiteShape): Promise<BuiltSite> {
  await buildPackages();
  const state = await stateOf(shape);
  const folder = join(SITES, `${shape.name}.${state.slice(0, 12)}`);
  const mark = join(folder, '.built');
  return withLock(join(SITES, `${shape.name}.lock`), async () => {
    if (!existsSync(mark)) {
      await freshSite(folder, shape);
      await docusaurus(folder, ['build']);
      await writeFile(mark, '');
      await forgetOld(shape.name);
    }
    return { folder, site: join(folder, 'build'), index: join(folder, '.ibid', 'index.db') };
  });
}

async function forgetOld(name: string): Promise<void> {
  for await (const file of glob(`${name}.*/.built`, { cwd: SITES })) {
    const { mtimeMs } = await stat(join(SITES, file));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(dirname(join(SITES, file)), { recursive: true, force: true });
  }
}

/** The site's files, and nothing that an earlier build has left. */
export async function freshSite(folder: string, shape: SiteShape): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeSite(folder, shape);
  if (shape.ejected === true) await ejectPanel(folder);
}

/** As the documentation says it, and then changed as owners do. */
async function ejectPanel(folder: string): Promise<void> {
  await docusaurus(folder, ['swizzle', '@ibid/docusaurus-plugin', 'IbidPanel', '--eject', '--javascript']);
  const file = join(folder, 'src/theme/IbidPanel/index.js');
  const own = 'export default (props) => <div data-own-panel><IbidPanel {...props} /></div>;';
  await writeFile(file, (await readFile(file, 'utf8')).replace(/export default .*/u, own));
}

/** That of a shell, and not of a test. */
export function docusaurusEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ...shell } = process.env;
  // What a bundler keeps of modules would outlive changes of the packages.
  return { ...shell, NO_COLOR: '1', DOCUSAURUS_NO_PERSISTENT_CACHE: 'true' };
}

/** Runs a command of Docusaurus to its end and gives what it said. Rejects with that when it fails. */
export async function docusaurus(folder: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [docusaurusBin(), ...args], {
    cwd: folder,
    env: docusaurusEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`\`docusaurus ${args.join(' ')}\` ended with ${code}:\n${said.slice(-4000)}`);
  return said;
}

async function stateOf(shape: SiteShape): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([shape, siteFiles(shape)]));
  if (shape.plugin === false) return hash.digest('hex');
  const compiled = await Array.fromAsync(glob('packages/{widget,docusaurus-plugin}/dist/.built-from', { cwd: ROOT }));
  const engine = await Array.fromAsync(glob('packages/{core,drivers,cli}/src/**/*.ts', { cwd: ROOT }));
  const files = [...compiled, ...engine.filter((file) => !file.endsWith('.test.ts'))];
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(ROOT, file)).catch(() => ''));
  return hash.digest('hex');
}
