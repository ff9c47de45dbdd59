import { cp, glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compilePackage } from './compile-package.ts';
import { publishedManifest, type Manifest, type PackedPackage } from './published-manifest.ts';
import { toPublishedCode } from './to-published-code.ts';
import { vendorDependencies } from './vendor-dependencies.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Copied in addition to `dist` if present. */
const BESIDES = ['bin', 'index.cjs', 'index.d.cts', 'src/theme', 'README.md'];

/** Writes a package into the folder `to` as it is published. */
export async function stagePackage(packed: PackedPackage, to: string): Promise<void> {
  const { folder, kind, vendors = false } = packed;
  const from = join(ROOT, 'packages', folder);
  await mkdir(to, { recursive: true });
  if (kind === 'node') await compilePackage(folder, to);
  else await copyBuilt(join(from, 'dist'), join(to, 'dist'));
  if (vendors) await vendorDependencies(from, join(to, 'dist'));
  const besides: string[] = [];
  for (const name of BESIDES) {
    if ((await stat(join(from, name)).catch(() => undefined)) === undefined) continue;
    await cp(join(from, name), join(to, name), { recursive: true, filter: (path) => !/\.test\.\w+$/u.test(path) });
    besides.push(name);
  }
  for await (const file of glob('bin/*.js', { cwd: to })) {
    const path = join(to, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/'\.\.\/src\/([^']+)\.ts'/gu, "'../dist/$1.js'"));
  }
  // Registries show the file without the repository, so relative links become plain text.
  const readme = await readFile(join(to, 'README.md'), 'utf8');
  await writeFile(join(to, 'README.md'), readme.replaceAll(/\[([^\]]+)\]\(\.[^)]*\)/gu, '$1'));
  for (const name of ['LICENSE', 'CHANGELOG.md']) await cp(join(ROOT, name), join(to, name));
  const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as Manifest;
  const { repository } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { repository?: string };
  const published = publishedManifest(manifest, ['dist', 'CHANGELOG.md', ...besides], { ...packed, repository });
  await writeFile(join(to, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** In packages built for browsers and Docusaurus, only the declarations still refer to TypeScript sources. */
async function copyBuilt(from: string, to: string): Promise<void> {
  const isPublished = (path: string): boolean => !/\.built-from$|\/testing(?:\/|$)/u.test(path.slice(from.length));
  await cp(from, to, { recursive: true, filter: isPublished });
  for await (const file of glob('**/*.d.ts', { cwd: to })) {
    const path = join(to, file);
    await writeFile(path, toPublishedCode(await readFile(path, 'utf8'), file).code);
  }
}
