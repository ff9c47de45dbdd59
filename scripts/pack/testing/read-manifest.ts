import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The `package.json` in a tarball of npm. */
export async function readManifest(tarball: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}
