import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tarball } from '../pack/pack-all.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Commands in order of dependency. */
export function publishCommands(tarballs: readonly Tarball[]): readonly (readonly [string, ...string[]])[] {
  return tarballs.map(({ file }) => ['npm', 'publish', '--provenance', '--access', 'public', file]);
}

/** Rejects if the registry would permanently show wrong facts about the packages. */
export async function checkPublishable(): Promise<void> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
  if (!('repository' in manifest))
    throw new Error('package.json names no `repository`, which npm compares with the one that the provenance names');
  if ((await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8')).includes('(unreleased)'))
    throw new Error('CHANGELOG.md says that this version is unreleased; give it the date');
}
