import { expect, test } from 'vitest';
import { isNeeded } from './needed-files.ts';

test.each([
  ['hono', 'dist/index.js'],
  ['hono', 'package.json'],
  ['hono', 'LICENSE'],
  ['hono', 'LICENSE.md'],
  ['yaml', 'dist/doc/Document.js'],
  ['@ibid/server', 'dist/page/index.html.js'],
  ['gpt-tokenizer', 'esm/encoding/o200k_base.js'],
])('%s needs %s', (name, path) => {
  expect(isNeeded(name, path)).toBe(true);
});

test.each([
  ['hono', 'dist/index.d.ts'],
  ['openai', 'src/client.ts'],
  ['openai', 'client.mjs.map'],
  ['hono', 'README.md'],
  ['bintrees', 'test/big.json'],
  ['gpt-tokenizer', 'cjs/main.js'],
])('%s does not need %s', (name, path) => {
  expect(isNeeded(name, path)).toBe(false);
});
