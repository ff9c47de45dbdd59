import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { bundleWidget } from '../../build/bundle-widget.ts';
import { PACKED } from '../../pack/packed-packages.ts';
import { publishedManifest, type Manifest } from '../../pack/published-manifest.ts';
import { stagePackage } from '../../pack/stage-package.ts';
import { isNeeded } from './needed-files.ts';
import { reachablePackages } from './reachable-packages.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGES = join(ROOT, 'packages');
/** What `ibid` runs with, as it is published. Of the panel the bundle alone is served. */
const COMPILED = PACKED.filter(({ kind }) => kind === 'node');
const WIDGET = PACKED.find(({ folder }) => folder === 'widget')!;

export interface AppReport {
  /** Packages of others. */
  readonly packages: number;
}

/**
 * Writes the program with everything it needs but Node into `out/node_modules`: our packages as they are published, and of `installed`, a folder
 * in which `npm ci --omit=dev` has run for `packages/cli`, the packages that they need, without what no program reads. `out` is made anew.
 */
export async function makeApp(installed: string, out: string): Promise<AppReport> {
  await rm(out, { recursive: true, force: true });
  const modules = join(out, 'node_modules');
  await mkdir(modules, { recursive: true });
  const own = [...COMPILED, WIDGET].map((packed) => join('packages', packed.folder));
  const names = new Map<string, string>();
  for (const folder of own) names.set(folder, (await manifestOf(folder)).name);

  for (const packed of COMPILED) {
    const name = names.get(join('packages', packed.folder))!;
    const staged = join(out, '.staged', packed.folder);
    await stagePackage(packed, resolve(staged));
    await copyNeeded(staged, join(modules, name), name);
  }
  const widget = join(modules, names.get(join('packages', WIDGET.folder))!);
  await bundleWidget(join(PACKAGES, WIDGET.folder, 'src'), join(widget, 'dist', 'bundle'));
  const { dependencies: _, peerDependencies: __, ...manifest } = await manifestOf(join('packages', WIDGET.folder));
  await writeFile(
    join(widget, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest as Manifest, ['dist'], WIDGET), null, 2)}\n`,
  );
  await rm(join(out, '.staged'), { recursive: true });

  const starts = own.filter((folder) => folder !== join('packages', WIDGET.folder));
  const linked = new Set(names.values());
  const needed = reachablePackages(resolve(installed), starts).filter(({ name }) => !linked.has(name));
  for (const { name, folder } of needed) {
    await copyNeeded(join(installed, folder), join(out, placeOf(folder, names)), name);
  }
  return { packages: needed.length };
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

/** A package that npm put below one of ours goes below that one. */
function placeOf(folder: string, names: ReadonlyMap<string, string>): string {
  for (const [own, name] of names) {
    if (folder.startsWith(`${own}${sep}`)) return join('node_modules', name, folder.slice(own.length));
  }
  return folder;
}

async function copyNeeded(from: string, to: string, name: string): Promise<void> {
  const source = resolve(from);
  await cp(source, to, {
    recursive: true,
    filter: (path) => {
      const inside = relative(source, path).split(sep).join('/');
      // Packages below this one are needed or not by themselves.
      return inside === '' || (!inside.split('/').includes('node_modules') && isNeeded(name, inside));
    },
  });
}
