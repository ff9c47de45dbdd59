import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

// Caches compiled TypeScript for the threads and processes that tests start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'ibid');

const TESTS = ['packages/*/src/**', 'evals/src/**', 'bench/src/**', 'scripts/**', 'e2e/src/**'].map(
  (folder) => `${folder}/*.test.{ts,tsx}`,
);
/** Tests that mock modules; each needs its own process. */
const APART = '**/*.apart.test.ts';
/**
 * Too slow for every `npm test`: kills at any moment, crowds of clients, streams cut at every byte, sites that Docusaurus builds,
 * installs from a registry, the whole sample book read back or asked over every surface, generated clients, benches.
 */
const LONG = '**/*.long.test.ts';
/** The same tests over whole corpora and more shapes of sites: half an hour. */
const EXHAUSTIVE = '**/*.exhaustive.test.ts';
const NOT_OURS = ['**/node_modules/**', '**/dist*/**', 'examples/*/build/**'];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      // Not isolated, as those of `long`: loading the modules again for each file would double the time, and they keep no state that tests could notice.
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
      { extends: true, test: { name: 'long', include: [LONG], exclude: NOT_OURS, isolate: false } },
      { extends: true, test: { name: 'exhaustive', include: [EXHAUSTIVE], exclude: NOT_OURS } },
    ],
    // Many tests wait for processes they started: with one worker per core, or one fewer, the machine would be idle at times.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['scripts/build/before-tests.ts'],
    setupFiles: ['./vitest.setup.ts'],
    unstubEnvs: true,
    unstubGlobals: true,
    // On a busy machine, a browser shows results a little later.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;
