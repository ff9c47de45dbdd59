import { expect, test } from 'vitest';
import { PACKED, publishedManifest } from './published-manifest.ts';

const manifest = {
  name: 'ibid',
  version: '0.1.0',
  private: true,
  scripts: { test: 'vitest' },
  devDependencies: { vitest: '1.0.0' },
  dependencies: { '@ibid/core': '0.1.0' },
  exports: {
    '.': './src/index.ts',
    './*': './src/*.ts',
    './y': { 'ibid-source': './src/y.tsx', default: './dist/y.js' },
    './z.css': './dist/z.css',
  },
};

test('what is published says what it is, exports what is compiled, is not private, and names its Node', () => {
  const about = { folder: 'cli', description: 'Answers.', keywords: ['own'], repository: 'https://example.org/ibid' };
  const { keywords, ...published } = publishedManifest(manifest, ['dist'], about);
  expect(published).toEqual({
    name: 'ibid',
    version: '0.1.0',
    description: 'Answers.',
    repository: { type: 'git', url: 'https://example.org/ibid', directory: 'packages/cli' },
    dependencies: { '@ibid/core': '0.1.0' },
    engines: { node: '>=22.13' },
    preferUnplugged: true,
    publishConfig: { access: 'public', provenance: true },
    files: ['dist'],
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './*': { types: './dist/*.d.ts', default: './dist/*.js' },
      './y': { types: './dist/y.d.ts', default: './dist/y.js' },
      './z.css': './dist/z.css',
    },
  });
  expect(keywords).toEqual(expect.arrayContaining(['documentation', 'own']));
  expect(publishedManifest(manifest, ['dist'], { ...about, vendors: true })).not.toHaveProperty('dependencies');
});

test('every package has a line about it that no other has', () => {
  const lines = PACKED.map(({ description }) => description);
  expect(new Set(lines).size).toBe(PACKED.length);
  for (const line of lines) expect(line).toMatch(/^\S.{15,120}\.$/u);
});
