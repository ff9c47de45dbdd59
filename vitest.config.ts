import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'evals/src/**/*.test.ts',
      'bench/src/**/*.test.ts',
      'scripts/**/*.test.ts',
      '*.test.ts',
    ],
    // Many tests wait for processes they have started, so one worker less than there are cores would leave the machine idle.
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: ['scripts/build/before-tests.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
