/**
 * The steps of the Dockerfile, taken without an engine: two installations from the registry and a compilation, a minute in all. Without the registry
 * there is nothing to install from, and the tests say so and are skipped.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeImage, type MadeImage } from './image/make-image.ts';
import { tryImage } from './image/try-image.ts';

const MINUTES = 60_000;
const ROOT = join(import.meta.dirname, '../..');
const REGISTRY = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/';
const isReachable = await fetch(new URL('hono/latest', REGISTRY), { signal: AbortSignal.timeout(15_000) }).then(
  ({ ok }) => ok,
  () => false,
);
const ifReachable = isReachable ? describe : describe.skip;

const GOOD = {
  modules: '',
  health: 200,
  ready: 200,
  outcome: 'answered',
  quote: 'The gateway listens on port 4711.',
  healthy: 0,
  unhealthy: 1,
  stopped: 0,
};

ifReachable(`the image${isReachable ? '' : ` (skipped: ${REGISTRY} is not reachable)`}`, () => {
  let made: MadeImage;

  beforeAll(async () => {
    made = await makeImage(ROOT, () => undefined);
  }, 8 * MINUTES);

  afterAll(() => made?.[Symbol.asyncDispose]());

  test(
    'indexes, serves, answers and stops with 0 as its own user, with nothing but its volume and /tmp to write to',
    async () => {
      expect(await tryImage(made)).toEqual(GOOD);
    },
    MINUTES,
  );

  test('the program with all that it needs stays under 60 MB beside Node', () => {
    // Were it empty, it would not weigh too much either.
    expect(made.image.size).toBeGreaterThan(20e6);
    expect(made.image.size).toBeLessThan(60e6);
  });

  test('a program that writes beside its volume and /tmp is told that it may not', async () => {
    const words = ['sh', '-c', 'echo ok > /var/lib/ibid/own && echo no > /app/own'];
    const { ended, output } = await made.start({ ...made, words, env: {} });
    expect(await ended).not.toBe(0);
    // In a folder that stands for its root, a place of that folder is named in words alone, and there is no `/app` on this machine.
    expect(output()).toMatch(
      made.hasNamespaces ? /Read-only file system/u : /Permission denied|No such file|nonexistent/iu,
    );
  });

  test(
    'an image that lacks a package which only some answers need is found out',
    async () => {
      const modules = join(made.image.root, 'app/node_modules');
      await rename(join(modules, 'openai'), join(modules, 'away'));
      try {
        const { modules: failures, stopped } = await tryImage(made);
        expect([failures, stopped]).toEqual([expect.stringContaining("Cannot find package 'openai'"), 0]);
      } finally {
        await rename(join(modules, 'away'), join(modules, 'openai'));
      }
    },
    MINUTES,
  );
});
