import { describe, expect, test } from 'vitest';
import { publishedManifest } from './published-manifest.ts';
import { toPublishedCode } from './to-published-code.ts';

const published = (code: string): string => toPublishedCode(code, 'a.js').code;

describe('compiled code names files in their compiled form', () => {
  test.each([
    ["import { a } from './a.ts';", "import { a } from './a.js';"],
    ["export type { A } from '../b/a.tsx';", "export type { A } from '../b/a.js';"],
    ["const lazy = await import('./deep/lazy.ts');", "const lazy = await import('./deep/lazy.js');"],
    ["new Worker(new URL('./thread.ts', import.meta.url));", "new Worker(new URL('./thread.js', import.meta.url));"],
    ['type A = import("./a.ts").A;', 'type A = import("./a.js").A;'],
    [
      "const names = ['ibid.config.ts', 'docusaurus.config.ts'];",
      "const names = ['ibid.config.ts', 'docusaurus.config.ts'];",
    ],
    ["// see './a.ts'\nconst url = `./worker${ending}`;", "// see './a.ts'\nconst url = `./worker${ending}`;"],
  ])('%s', (code, expected) => {
    expect(published(code)).toBe(expected);
  });

  test.each([
    "const child = fork('./child.ts');",
    'const path = join(here, "../src/main.ts");',
    'run(`./x/${name}.ts`);',
  ])('a reference that is left is refused: %s', (code) => {
    expect(() => published(code)).toThrow(/not there once it is compiled/u);
  });

  test('JSON files are named, so that they can be taken along', () => {
    const code =
      "import a from './__fixtures__/a.json' with { type: 'json' };\nimport b from '../b.json' with { type: 'json' };";
    expect(toPublishedCode(code, 'a.js').json).toEqual(['./__fixtures__/a.json', '../b.json']);
  });
});

test('a published manifest exports what is compiled, is not private, and says which Node it needs', () => {
  const manifest = publishedManifest(
    {
      name: '@ibid/x',
      version: '0.1.0',
      private: true,
      exports: {
        '.': './src/index.ts',
        './*': './src/*.ts',
        './y': { source: './src/y.tsx', default: './dist/y.js' },
        './z.css': './dist/z.css',
      },
      dependencies: { '@ibid/core': '0.1.0' },
      devDependencies: { vitest: '1.0.0' },
    },
    ['dist', 'README.md'],
  );
  expect(manifest).toEqual({
    name: '@ibid/x',
    version: '0.1.0',
    dependencies: { '@ibid/core': '0.1.0' },
    engines: { node: '>=24.15' },
    files: ['dist', 'README.md'],
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './*': { types: './dist/*.d.ts', default: './dist/*.js' },
      './y': { types: './dist/y.d.ts', default: './dist/y.js' },
      './z.css': './dist/z.css',
    },
  });
});
