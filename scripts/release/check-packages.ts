import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '../pack/loopback-registry.ts';
import type { Tarball } from '../pack/pack-all.ts';
import { runCommand } from '../pack/run-command.ts';
import type { Tools } from './tools.ts';

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');

/** Rejects unless all packages have the same version, depend on each other by it, and the changelog has a heading for it, which is returned. */
export async function checkVersions(tarballs: readonly Tarball[]): Promise<string> {
  const [version = '', ...others] = new Set(tarballs.map((tarball) => tarball.version));
  if (others.length > 0) throw new Error(`Packages have several versions: ${[version, ...others].join(', ')}`);
  const own = new Set(tarballs.map(({ name }) => name));
  for (const { name, file } of tarballs) {
    const { dependencies = {} } = (await readManifest(file)) as { dependencies?: Readonly<Record<string, string>> };
    const strange = Object.entries(dependencies).filter(([one, range]) =>
      own.has(one) ? range !== version : one.startsWith('@ibid/'),
    );
    if (strange.length > 0) throw new Error(`\`${name}\` needs ${strange.map((pair) => pair.join('@')).join(', ')}`);
  }
  const changelog = await readFile(CHANGELOG, 'utf8');
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version}`));
  if (heading === undefined) throw new Error(`CHANGELOG.md has no heading \`## ${version}\``);
  return heading.slice(3);
}

/** Rejects with the output of `publint` or `arethetypeswrong` if one of them finds an error in the package. */
export async function checkPackage({ name, file }: Tarball, tools: Tools): Promise<void> {
  const { exports = {} } = (await readManifest(file)) as { exports?: object };
  const styles = Object.keys(exports).filter((path) => path.endsWith('.css'));
  const options = { cwd: join(file, '..'), env: { ...tools.env('24'), NO_COLOR: '1' } };
  const attw = ['attw', file, '--profile', 'esm-only', '--format', 'ascii', '--no-color'] as const;
  const lint = ['publint', file, '--strict'] as const;
  for (const command of [lint, styles.length === 0 ? attw : ([...attw, '--exclude-entrypoints', ...styles] as const)])
    await runCommand(command, options).catch(({ message }: Error) => {
      throw new Error(`${name}: ${message}`);
    });
}
