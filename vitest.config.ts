import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'evals/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'scripts/**/*.test.ts', '*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
