import { checkVersions } from './check-packages.ts';
import { readManifest } from '../pack/loopback-registry.ts';
import type { Tarball } from '../pack/pack-all.ts';

/** In the order in which one package needs the other. */
export function publishCommands(tarballs: readonly Tarball[]): readonly (readonly [string, ...string[]])[] {
  return tarballs.map(({ file }) => ['npm', 'publish', '--provenance', '--access', 'public', file]);
}

/** Rejects where a registry would take the packages and say something wrong of them for ever. */
export async function refuseToPublish(tarballs: readonly Tarball[]): Promise<void> {
  const heading = await checkVersions(tarballs);
  if (heading.includes('unreleased')) throw new Error(`CHANGELOG.md says "${heading}"; give it the date`);
  if ('repository' in (await readManifest(tarballs[0]!.file))) return;
  throw new Error('package.json names no `repository`, which npm compares with the one that the provenance names');
}
