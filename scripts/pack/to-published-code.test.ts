import { describe, expect, test } from 'vitest';
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
