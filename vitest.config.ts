import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const TESTS = ['packages/*/src/**', 'evals/src/**', 'bench/src/**', 'scripts/**', 'e2e/src/**'].map(
  (folder) => `${folder}/*.test.{ts,tsx}`,
);
const PURE = ['packages/{core,wire}/src/**/*.test.ts'];
/** Kills at any moment, crowds of clients, streams cut at every byte, installs from a registry: too slow for every `npm test`. */
const LONG = '**/*.long.test.ts';
/** The same things over whole corpora and more shapes of sites: half an hour. */
const EXHAUSTIVE = '**/*.exhaustive.test.ts';
const NOT_OURS = ['**/node_modules/**', '**/dist*/**', 'examples/*/build/**'];

const config: ViteUserConfig = defineConfig({
  test: {
    projects: [
      // Tests of pure code share their modules, which halves their time: nothing in there keeps anything between calls.
      { extends: true, test: { name: 'pure', include: PURE, exclude: [...NOT_OURS, LONG], isolate: false } },
      {
        extends: true,
        test: { name: 'quick', include: [...TESTS, '*.test.ts'], exclude: [...NOT_OURS, LONG, EXHAUSTIVE, ...PURE] },
      },
      { extends: true, test: { name: 'long', include: [LONG], exclude: NOT_OURS } },
      { extends: true, test: { name: 'exhaustive', include: [EXHAUSTIVE], exclude: NOT_OURS } },
    ],
    // Many tests wait for processes they have started, so one worker less than there are cores would leave the machine idle.
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: ['scripts/build/before-tests.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
