import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configValue, UNKNOWN } from './config-value.ts';

describe('configValue reads a configuration without running it', () => {
  const CASES: Readonly<Record<string, readonly [string, unknown]>> = {
    'literals in any notation': [
      String.raw`export default { a: 'it\'s', "b-c": "\u0041", d: 1_000, e: true, f: null, [g]: 2, 'h': [1, , 'x',], };`,
      { a: "it's", 'b-c': 'A', d: 1000, e: true, f: null, h: [1, 'x'] },
    ],
    'constants, spreads and templates': [
      "const name = 'x';\nconst shared = { a: 1, b: 2 };\nmodule.exports = { ...shared, b: `/${name}/`, name };",
      { a: 1, b: '/x/', name: 'x' },
    ],
    'an exported constant with its type': [
      "import type { Config } from '@docusaurus/types'\nconst config: Config = {\n  a: { b: ['c'] } satisfies Options,\n} as const\nexport default config",
      { a: { b: ['c'] } },
    ],
    'what a function returns': [
      "export default async function createConfig() {\n  const x = (await import('y')).default;\n  return { a: 'b', c: x };\n}",
      { a: 'b', c: UNKNOWN },
    ],
    'conditions, with no environment variable set': [
      "const preview = process.env.X === 'preview';\nexport default { a: preview ? 1 : 2, b: process.env.B ?? 'b', c: process.env.C || '/c/', d: !preview && 'd' }",
      { a: 2, b: 'b', c: '/c/', d: 'd' },
    ],
    'comparisons as JavaScript makes them': [
      "const n = null; export default { a: process.env.X == null, b: n == undefined, c: n === undefined, d: 0 == null, e: 'x' != 'y', f: 1 == '1' }",
      { a: true, b: true, c: false, d: false, e: true, f: UNKNOWN },
    ],
    'a constant exported under the name `default`': [
      "const config = { a: 'b' }; export { config as default };",
      { a: 'b' },
    ],
    'around what it does not understand': [
      "export default { a: require.resolve('./x'), b: [f(1, [2]), 'c'], d: (x) => { return { y: 1 }; }, e() { return 1; }, f: /[}\"]/g, g: new Date().getFullYear() + 1, h: 'seen' }",
      { a: UNKNOWN, b: [UNKNOWN, 'c'], d: UNKNOWN, e: UNKNOWN, f: UNKNOWN, g: UNKNOWN, h: 'seen' },
    ],
    'around comments and strings that look like code': [
      'export default { // a: 1,\n /* b: 2 */ c: \'http://x\', d: "// no comment" }',
      { c: 'http://x', d: '// no comment' },
    ],
  };
  for (const [name, [text, value]] of Object.entries(CASES)) {
    it(`${name}`, () => {
      expect(configValue(text)).toEqual(value);
    });
  }

  it('says that it does not know where nothing is exported', () => {
    expect(configValue('const a = 1')).toBe(UNKNOWN);
    expect(configValue("module.exports = require('./other')")).toBe(UNKNOWN);
  });

  it('ends on constants that name each other, and never throws', () => {
    expect(configValue('const a = b; const b = a; export default { a }')).toEqual({ a: UNKNOWN });
    const piece = fc.constantFrom(
      'export default',
      'const a =',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      '`',
      '${',
      "'",
      '"',
      ':',
      ',',
      '=>',
      '...',
      '?',
      '??',
      '+',
      '!',
      '/',
      'a',
      'as',
      'return',
      '\n',
      '//',
      '/*',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void configValue(pieces.join(' '))),
      { numRuns: 500 },
    );
    configValue(`export default ${'['.repeat(20_000)}`);
    configValue(`export default ${'`${'.repeat(5_000)}`);
  });
});
