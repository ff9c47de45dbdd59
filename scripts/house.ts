/**
 * `npm run house` measures the size of the repository. Product is the published code: TypeScript, JavaScript and styles in
 * `packages/<name>/{src,bin}` without tests, fixtures, `testing/` folders and the testkit.
 *
 * npm run house             product and test lines, files, public names of the core, dependencies
 * npm run house -- --json   the same as JSON
 * npm run house -- --ways   also the functions and files that run for a question and for a page
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { measureWays, type Way } from './house-ways.ts';
import { PACKED } from './pack/published-manifest.ts';

const ROOT = join(import.meta.dirname, '..');
const LONG_FILE = 400;
const TEST = /\.(?:test|pins)\.tsx?$|-fixture\.tsx?$|\/(?:testing|fixtures|__fixtures__)\/|^packages\/testkit\//u;

/** Lines are counted as `wc -l` does. */
export interface House {
  readonly productLines: number;
  readonly productFiles: number;
  readonly medianLines: number;
  /** Product files of more than 400 lines. */
  readonly longFiles: readonly string[];
  readonly byPackage: Readonly<Record<string, { readonly lines: number; readonly files: number }>>;
  readonly testLines: number;
  readonly repositoryLines: number;
  readonly coreNames: number;
}

/** Counts the files in git. */
export function measureHouse(): House {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.css'], { cwd: ROOT, encoding: 'utf8' });
  const files = paths.trim().split('\n').filter(isOnDisk).map(count);
  const product = files.filter(({ path }) => isProduct(path));
  const byPackage: Record<string, { lines: number; files: number }> = {};
  for (const { path, lines } of product) {
    const room = (byPackage[path.split('/')[1]!] ??= { lines: 0, files: 0 });
    room.lines += lines;
    room.files += 1;
  }
  return {
    productLines: sum(product),
    productFiles: product.length,
    medianLines: product.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(product.length / 2)] ?? 0,
    longFiles: product.filter(({ lines }) => lines > LONG_FILE).map(({ path }) => path),
    byPackage,
    testLines: sum(files.filter(({ path }) => TEST.test(path))),
    repositoryLines: sum(files),
    coreNames: countExports(readFileSync(join(ROOT, 'packages/core/src/index.ts'), 'utf8')),
  };
}

function isProduct(path: string): boolean {
  return /^packages\/[^/]+\/(?:src|bin)\//u.test(path) && !TEST.test(path);
}

/** Number of names in the export lists of a file, including types. */
function countExports(code: string): number {
  return [...code.matchAll(/export (?:type )?\{([^}]*)\}/gu)]
    .flatMap((match) => match[1]!.split(','))
    .filter((name) => name.trim() !== '').length;
}

function isOnDisk(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;
}

function count(path: string): { readonly path: string; readonly lines: number } {
  return { path, lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 };
}

function sum(files: readonly { readonly lines: number }[]): number {
  return files.reduce((total, { lines }) => total + lines, 0);
}

/**
 * Lists the size in megabytes of each third-party package that `npm install ibid` installs, largest first. Dependencies bundled in a
 * package of this repository are not installed. `npm run release` measures the total, including the packages of this repository.
 */
export function measureDependencies(): readonly { readonly name: string; readonly megabytes: number }[] {
  const carriers = PACKED.filter(({ vendors }) => vendors === true).map(({ folder }) => join(ROOT, 'packages', folder));
  const found = new Set<string>();
  const visit = (folder: string): void => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly dependencies?: object;
    };
    for (const name of Object.keys(dependencies)) {
      const needed = installedAt(name, folder);
      if (found.has(needed) || carriers.includes(needed)) continue;
      found.add(needed);
      visit(needed);
    }
  };
  visit(join(ROOT, 'packages/cli'));
  return [...found]
    .filter((folder) => relative(ROOT, folder).includes('node_modules/'))
    .map((folder) => ({ name: folder.replace(/^.*node_modules\//u, ''), megabytes: sizeOf(folder) / 1e6 }))
    .sort((a, b) => b.megabytes - a.megabytes);
}

/** Folder in which Node finds package `name` from a file in `folder`. */
function installedAt(name: string, folder: string): string {
  const path = join(folder, 'node_modules', name);
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return realpathSync(path);
  if (folder === dirname(folder)) throw new Error(`\`${name}\` is not installed; run \`npm ci\``);
  return installedAt(name, dirname(folder));
}

/** Size of a package in bytes, without packages installed inside it. */
function sizeOf(folder: string): number {
  const entries = globSync('**', { cwd: folder, exclude: (name) => name === 'node_modules' });
  return entries.map((name) => statSync(join(folder, name))).reduce((total, { size }) => total + size, 0);
}

function describeHouse(house: House, ways: readonly Way[]): string {
  const dependencies = measureDependencies();
  const megabytes = dependencies.reduce((total, dependency) => total + dependency.megabytes, 0);
  const packages = Object.entries(house.byPackage);
  return [
    `product     ${house.productLines} lines in ${house.productFiles} files, median ${house.medianLines}`,
    ...packages.map(([name, { lines, files }]) => `  ${name.padEnd(18)} ${lines} in ${files}`),
    `over ${LONG_FILE}    ${house.longFiles.join(', ') || 'none'}`,
    `tests       ${house.testLines} lines`,
    `repository  ${house.repositoryLines} lines`,
    `core        ${house.coreNames} public names`,
    `installed   ${dependencies.length} packages, ${megabytes.toFixed(1)} MB`,
    ...dependencies.slice(0, 10).map((one) => `  ${one.megabytes.toFixed(1).padStart(5)} ${one.name}`),
    ...ways.map((way) => `${way.name.padEnd(11)} ${way.functions} functions in ${way.files.length} files`),
  ].join('\n');
}

if (import.meta.main) {
  const ways = process.argv.includes('--ways') ? await measureWays() : [];
  const house = measureHouse();
  const text = process.argv.includes('--json')
    ? JSON.stringify({ ...house, dependencies: measureDependencies(), ways }, null, 2)
    : describeHouse(house, ways);
  process.stdout.write(`${text}\n`);
}
