import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A package that is installed. */
export interface InstalledPackage {
  readonly name: string;
  /** Where it lies, below the root of the installation. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The packages that `starts`, folders below `root`, need where they run, themselves not among them, sorted by folder. Peers are left out: a
 * package that runs with one names it among its dependencies too, and what is left are compilers and frameworks. So are packages of types.
 * Throws for a dependency that is not installed.
 */
export function reachablePackages(root: string, starts: readonly string[]): readonly InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const waiting = [...starts];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {}, ...own } = manifestOf(root, folder);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@types/') || name === 'undici-types') continue;
      const at = locate(root, folder, name);
      if (at === undefined) {
        if (name in optionalDependencies) continue;
        throw new Error(`\`${own.name}\` needs \`${name}\`, which is not installed below \`${root}\`.`);
      }
      if (found.has(at) || starts.includes(at)) continue;
      found.set(at, { name, folder: at });
      waiting.push(at);
    }
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

function manifestOf(root: string, folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

/** As Node looks for it: in `node_modules` of the folder and of each above it. */
function locate(root: string, from: string, name: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (!at.endsWith(`${sep}node_modules`) && existsSync(join(root, folder, 'package.json'))) return folder;
    if (at === '.') return undefined;
  }
}
