import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Threads and processes that tests start need not strip and compile the same TypeScript each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'ibid');

const TESTS = ['packages/*/src/**', 'evals/src/**', 'bench/src/**', 'scripts/**', 'e2e/src/**'].map(
  (folder) => `${folder}/*.test.{ts,tsx}`,
);
/** Tests that put other modules in the place of ours, which only their own process may see. */
const APART = '**/*.apart.test.ts';
/** Kills at any moment, crowds of clients, streams cut at every byte, sites that Docusaurus builds, installs from a registry: too slow for every `npm test`. */
const LONG = '**/*.long.test.ts';
/** The same things over whole corpora and more shapes of sites: half an hour. */
const EXHAUSTIVE = '**/*.exhaustive.test.ts';
const NOT_OURS = ['**/node_modules/**', '**/dist*/**', 'examples/*/build/**'];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      // To load our modules anew for each file would double the time, and they keep nothing between calls that tests could see.
      {
        extends: true,
        test: {
          name: 'quick',
          include: [...TESTS, '*.test.ts'],
          exclude: [...NOT_OURS, APART, LONG, EXHAUSTIVE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: [APART], exclude: NOT_OURS } },
      { extends: true, test: { name: 'long', include: [LONG], exclude: NOT_OURS } },
      { extends: true, test: { name: 'exhaustive', include: [EXHAUSTIVE], exclude: NOT_OURS } },
    ],
    // Many tests wait for processes they have started: with as many workers as cores, or one less, the machine would be idle at times.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['scripts/build/before-tests.ts'],
    unstubEnvs: true,
    unstubGlobals: true,
    // What a browser shows comes a little later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;
