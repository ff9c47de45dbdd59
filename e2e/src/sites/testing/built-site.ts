import type { SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { docusaurusBin } from '../../../../scripts/build/build-book.ts';
import { buildPackages } from '../../../../scripts/build/build-packages.ts';
import { withLock } from '../../../../scripts/build/with-lock.ts';
import { launchChromium } from '../../../../scripts/chromium.ts';
import { startProgram, type Started } from '../../../../packages/cli/src/testing/run-ibid.ts';
import { serveSite } from '../../testing/serve-site.ts';
import { visit, type Visit, type VisitOptions } from '../../testing/visit.ts';
import type { SiteShape } from './site-pages.ts';
import { siteFiles, writeSite } from './write-site.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Not in `node_modules`, whose modules Docusaurus does not transpile; inside the repository, so that its packages are found. */
export const SITES: string = join(ROOT, 'e2e/.cache/sites');

export interface BuiltSite {
  /** Folder in which Docusaurus runs. */
  readonly folder: string;
  readonly site: string;
  readonly index: string;
}

/**
 * Returns a site of that shape. It is built only if it is missing or if anything it is made of has changed. Several processes may
 * call this at once.
 */
export async function builtSite(shape: SiteShape): Promise<BuiltSite> {
  await buildPackages();
  const state = await stateOf(shape);
  const folder = join(SITES, `${shape.name}.${state.slice(0, 12)}`);
  const mark = join(folder, '.built');
  return withLock(join(SITES, `${shape.name}.lock`), async () => {
    if (!existsSync(mark)) {
      for await (const old of glob(`${shape.name}.*/`, { cwd: SITES })) await rm(join(SITES, old), { recursive: true });
      await freshSite(folder, shape);
      await docusaurus(folder, ['build']);
      await writeFile(mark, '');
    }
    return { folder, site: join(folder, 'build'), index: join(folder, '.ibid', 'index.db') };
  });
}

/** Writes the site's files into an emptied folder. */
export async function freshSite(folder: string, shape: SiteShape): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeSite(folder, shape);
  if (shape.ejected === true) await ejectPanel(folder);
}

/** Ejects the panel as documented, and then edits it as owners do. */
async function ejectPanel(folder: string): Promise<void> {
  await docusaurus(folder, ['swizzle', '@ibid/docusaurus-plugin', 'IbidPanel', '--eject', '--javascript']);
  const file = join(folder, 'src/theme/IbidPanel/index.js');
  const own = 'export default (props) => <div data-own-panel><IbidPanel {...props} /></div>;';
  await writeFile(file, (await readFile(file, 'utf8')).replace(/export default .*/u, own));
}

/** Environment of a shell, without the variables of a test. */
export function docusaurusEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, VITEST: __, ...shell } = process.env;
  // A persistent bundler cache would keep old versions of the packages.
  return { ...shell, NO_COLOR: '1', DOCUSAURUS_NO_PERSISTENT_CACHE: 'true' };
}

/** Starts a Docusaurus command. */
export function startDocusaurus(folder: string, args: readonly string[], options: SpawnOptions = {}): Started {
  return startProgram(docusaurusBin(), args, { cwd: folder, env: docusaurusEnvironment(), ...options });
}

/** Runs a Docusaurus command to its end and returns its output. Rejects with the output if it fails. */
export async function docusaurus(folder: string, args: readonly string[]): Promise<string> {
  const program = startDocusaurus(folder, args);
  const { code } = await program.finished;
  if (code === 0) return program.said();
  throw new Error(`\`docusaurus ${args.join(' ')}\` ended with ${code}:\n${program.said().slice(-4000)}`);
}

async function stateOf(shape: SiteShape): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([siteFiles(shape), shape.ejected === true]));
  if (shape.plugin === false) return hash.digest('hex');
  const compiled = await Array.fromAsync(glob('packages/{widget,docusaurus-plugin}/dist/.built-from', { cwd: ROOT }));
  const engine = await Array.fromAsync(glob('packages/{core,drivers,cli}/src/**/*.ts', { cwd: ROOT }));
  const files = [...compiled, ...engine.filter((file) => !file.endsWith('.test.ts'))];
  for (const file of files.toSorted()) hash.update(file).update(await readFile(join(ROOT, file)).catch(() => ''));
  return hash.digest('hex');
}

export interface OpenSite extends AsyncDisposable {
  readonly built: BuiltSite;
  readonly browser: Browser;
  /** Address with the base path of the site; ends with a slash. */
  readonly root: string;
  /** Opens a page by its route below the base path, such as `docs/intro`. */
  visit(route: string, options?: VisitOptions): Promise<Visit>;
}

/** Opens a generated site in a browser, served at `servedAt` by `ibid serve --site`. It is built if missing. */
export async function openSite(shape: SiteShape, servedAt: string = shape.baseUrl ?? '/'): Promise<OpenSite> {
  const built = await builtSite(shape);
  const served = await serveSite({
    ...built,
    flags: ['--config', join(built.folder, 'ibid.config.json'), '--site-base', servedAt],
  });
  const browser = await launchChromium();
  const root = served.url + servedAt;
  return {
    built,
    browser,
    root,
    visit: (route, options = { viewport: { width: 1400, height: 900 } }) => visit(browser, root + route, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await served[Symbol.asyncDispose]();
    },
  };
}

/** A file of a built site. */
export interface SentFile {
  /** Path below the root of the site. */
  readonly path: string;
  /** Compressed size in bytes. */
  readonly size: number;
  readonly text: string;
}

/** Files of a site that is served at its root. */
export async function sentFiles(site: string, paths: Iterable<string>): Promise<readonly SentFile[]> {
  return Promise.all(
    [...new Set(paths)].map(async (path) => {
      const bytes = await readFile(join(site, decodeURI(path)));
      return { path, size: gzipSync(bytes, { level: 9 }).length, text: bytes.toString() };
    }),
  );
}

/** Scripts and styles named in a built page, which every reader loads. */
export async function namedFiles(site: string, page: string): Promise<readonly SentFile[]> {
  const html = await readFile(join(site, page), 'utf8');
  const paths = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)=["']?(\/assets\/[^"'\s>]+\.(?:js|css))/gu)];
  return sentFiles(
    site,
    paths.map((match) => match[1]!),
  );
}

/** Total size of the scripts (`js`) or styles (`css`). */
export function weightOf(files: readonly SentFile[], kind: 'js' | 'css'): number {
  return files.filter(({ path }) => path.endsWith(`.${kind}`)).reduce((sum, { size }) => sum + size, 0);
}
