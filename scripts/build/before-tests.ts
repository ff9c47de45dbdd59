import { buildPackages } from './build-packages.ts';

/** Runs once before all test files, so that they can load the built packages. */
export async function setup(): Promise<void> {
  await buildPackages();
}
