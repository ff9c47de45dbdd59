/**
 * Who may import whom, read from the sources themselves. A rule here cannot be switched off by a comment in a file; a planted
 * violation of each kind stands at the end.
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const isTestCode = (path: string): boolean =>
  /\.(?:test|pins)\.ts$|-fixture\.ts$|\/testing\/|\/ingest-kill\//u.test(path);

function sources(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: import.meta.dirname })
    .filter((path) => !path.includes('node_modules') && !isTestCode(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, import.meta.url), 'utf8') }));
}

/** Specifiers of static and dynamic imports and re-exports. */
function imports(text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gu,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

/** Code without comments and string contents, so that prose may name what code may not. */
function bareCode(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/(?<!:)\/\/.*$/gmu, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu, "''");
}

type Rule = (file: SourceFile) => string[];

const own = (specifier: string): boolean => specifier.startsWith('@ibid/') || specifier === 'ibid';

function mayImport(...allowed: readonly RegExp[]): Rule {
  return ({ path, text }) =>
    imports(text)
      .filter((specifier) => !specifier.startsWith('.') && !allowed.some((pattern) => pattern.test(specifier)))
      .map((specifier) => `${path} imports ${specifier}`);
}

const isPure: Rule = ({ path, text }) => {
  const impure =
    /\bprocess\.|\bfetch\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\.|\brequire\(|\bimport\.meta\b/u.exec(
      bareCode(text),
    );
  return impure === null ? [] : [`${path} uses ${impure[0]}`];
};

const PARSER_LIBRARIES =
  /^(?:parse5|mdast(?:-util-.+)?|micromark(?:-.+)?|unist-util-.+|github-slugger|yaml|entities|estree.*)$/u;

/** The only third-party code that runs inside the pure engine: parsers, the stemmer, the tokenizer and the hash; none does I/O. */
const core: Rule = (file) =>
  mayImport(PARSER_LIBRARIES, /^stemmer$/u, /^gpt-tokenizer\//u, /^@noble\/hashes\//u)(file).concat(isPure(file));

const spec: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => !/^\.\/[a-z-]+\.ts$/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);

const drivers: Rule = ({ path, text }) => {
  const folder = path.split('/')[3];
  const crossing = imports(text).filter(
    (specifier) =>
      (own(specifier) && !/^@ibid\/core(?:\/|$)/u.test(specifier)) ||
      new RegExp(`^\\.\\./(?:\\.\\./)*(?!${folder}/)(?:stores|embedders|sources|parsers)/`, 'u').test(specifier),
  );
  return crossing.map((specifier) => `${path} imports ${specifier}`);
};

const wire: Rule = (file) => mayImport(/^@ibid\/core$/u, /^zod$/u)(file).concat(isPure(file));

const server: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => own(specifier) && !/^@ibid\/(?:core|wire)$/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);

const testkit: Rule = mayImport(/^@ibid\/core(?:\/|$)/u, /^node:/u, /^vitest$/u, /^fast-check$/u);

const readsNoEnvironment: Rule = ({ path, text }) =>
  path.endsWith('cli/src/config.ts') || !/\bprocess\.env\b/u.test(bareCode(text)) ? [] : [`${path} reads process.env`];

const namesItsExports: Rule = ({ path, text }) =>
  /export (?:type )?\* from/u.test(text) ? [`${path} re-exports everything of another file`] : [];

const isShort: Rule = ({ path, text }) => {
  const lines = text.split('\n').length;
  return lines > 400 ? [`${path} has ${lines} lines`] : [];
};

const RULES: readonly (readonly [title: string, files: string, rule: Rule])[] = [
  ['the contracts import nothing but each other', 'packages/core/src/spec/*.ts', spec],
  ['the core does no I/O and imports only vetted pure libraries', 'packages/core/src/**/*.ts', core],
  ['drivers import the core and no other driver', 'packages/drivers/src/**/*.ts', drivers],
  ['codecs are pure and import the core and zod only', 'packages/wire/src/**/*.ts', wire],
  ['the server gets its engine as a value', 'packages/server/src/**/*.ts', server],
  [
    'only the CLI reads the environment, in one file',
    'packages/{core,drivers,wire,server,cli}/src/**/*.ts',
    readsNoEnvironment,
  ],
  ['public entries name what they export', 'packages/*/src/**/index.ts', namesItsExports],
  ['files stay under 400 lines', '{packages,evals,bench,scripts}/**/*.ts', isShort],
];

describe('import rules', () => {
  test.each(RULES)('%s', (_, files, rule) => {
    const found = sources(files);
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(rule)).toEqual([]);
  });

  test.each([
    ['spec', spec, "import { x } from '../text/tokenize.ts';"],
    ['core', core, "import { readFile } from 'node:fs/promises';"],
    ['core', core, 'const now = Date.now();'],
    ['core', core, "const lazy = await import('undici');"],
    ['drivers', drivers, "import { memoryStore } from '../stores/memory.ts';"],
    ['drivers', drivers, "import { createApp } from '@ibid/server';"],
    ['wire', wire, "import { Hono } from 'hono';"],
    ['server', server, "import { sqliteStore } from '@ibid/drivers/stores/sqlite';"],
    ['testkit', testkit, "import { memoryStore } from '@ibid/drivers/stores/memory';"],
    ['environment', readsNoEnvironment, 'const key = process.env.KEY;'],
    ['exports', namesItsExports, "export * from './x.ts';"],
    ['length', isShort, '\n'.repeat(401)],
  ])('a planted violation of the rule for %s is seen', (_, rule, text) => {
    expect(rule({ path: 'packages/drivers/src/embedders/planted.ts', text })).not.toEqual([]);
  });
});
