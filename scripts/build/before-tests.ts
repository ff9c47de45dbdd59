import { buildPackages } from './build-packages.ts';

/** Once before all test files, which may then load what is built. */
export async function setup(): Promise<void> {
  await buildPackages();
}
