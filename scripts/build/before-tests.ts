import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPackages } from './build-packages.ts';

/**
 * Runs once before all test files, so that they can load the built packages. `IBID_TEST_FOLDER` names a folder for what several files use;
 * it is removed after the last one.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-tests-'));
  process.env['IBID_TEST_FOLDER'] = folder;
  await buildPackages();
  return () => rm(folder, { recursive: true, force: true });
}
