/** Import rules, checked on the sources. No comment in a file can switch them off. Planted violations at the end test the rules. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const isTestCode = (path: string): boolean => /\.(?:test|pins)\.tsx?$|-fixture\.tsx?$|\/testing\//u.test(path);

function sources(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: import.meta.dirname })
    .filter((path) => !/node_modules|\/dist[^/]*\//u.test(path) && !isTestCode(path))
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

/** Code without comments and string contents, so that text may mention what code must not use. */
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
    /\bprocess\.|\bfetch\(|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bcrypto\.(?!subtle\b)|\brequire\(|\bimport\.meta\b/u.exec(
      bareCode(text),
    );
  return impure === null ? [] : [`${path} uses ${impure[0]}`];
};

const PARSER_LIBRARIES =
  /^(?:parse5|@slorber\/remark-comment|mdast(?:-util-.+)?|micromark(?:-.+)?|unist-util-.+|github-slugger|yaml|entities|acorn|css-what)$/u;

/** The only third-party code inside the pure engine: parsers, the stemmer, the tokenizer, the hash and the API of traces; none of it does I/O. */
const core: Rule = (file) =>
  mayImport(
    PARSER_LIBRARIES,
    /^stemmer$/u,
    /^gpt-tokenizer\//u,
    /^@noble\/hashes\//u,
    /^@opentelemetry\/api$/u,
  )(file).concat(isPure(file));

const types: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => !/^\.\/[a-z-]+\.ts$/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);

const KINDS = 'stores|embedders|sources|parsers|state|answerers|models';
/** An answerer uses models; no other kind of driver uses a driver of another kind. */
const USES: Readonly<Record<string, readonly string[]>> = { answerers: ['models'] };

const drivers: Rule = ({ path, text }) => {
  const folder = path.split('/')[3];
  const crossing = imports(text).filter(
    (specifier) =>
      (own(specifier) && !/^@ibid\/core(?:\/|$)/u.test(specifier)) ||
      new RegExp(
        `^\\.\\./(?:\\.\\./)*(?!${[folder, ...(USES[folder ?? ''] ?? [])].join('/|')}/)(?:${KINDS})/`,
        'u',
      ).test(specifier),
  );
  return crossing.map((specifier) => `${path} imports ${specifier}`);
};

const wire: Rule = (file) =>
  mayImport(/^@ibid\/core(?:\/types)?$/u, /^@ibid\/client$/u, /^zod$/u)(file).concat(isPure(file), ownData(file));

/** A codec may import its own recorded transcripts as examples; the tables of the contracts are data too. No other data may be imported. */
const ownData: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => specifier.endsWith('.json'))
    .filter((specifier) => !/^\.\/__fixtures__\/[^.]+\.json$/u.test(specifier) && !path.includes('/wire/src/testing/'))
    .map((specifier) => `${path} imports ${specifier}`);

/** A vocabulary may import shared code, but no other vocabulary. */
const vocabulary: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => !/^(?:\.\/|\.\.\/shared\/|\.\.\/dialect\.ts$)/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);

/** Schemas of a vocabulary are used only in its own folder; others get JSON Schema from its description. */
const keepsSchemas: Rule = ({ path, text }) => {
  if (path.endsWith('packages/wire/src/index.ts')) {
    const given = text.matchAll(/export \{([^}]*)\} from '\.\/(?!shared\/)[a-z]+\//gu);
    return [...given]
      .flatMap(([, names]) => names!.match(/\w*[sS]chema\b/gu) ?? [])
      .map((name) => `${path} exports ${name}`);
  }
  return imports(text)
    .filter((specifier) => /(?:^@ibid\/wire\/|[/.]wire\/src\/)/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);
};

const server: Rule = ({ path, text }) =>
  imports(text)
    .filter((specifier) => own(specifier) && !/^@ibid\/(?:client|core|core\/types|core\/pages|wire)$/u.test(specifier))
    .map((specifier) => `${path} imports ${specifier}`);

const testkit: Rule = mayImport(
  /^@ibid\/core(?:\/|$)/u,
  /^node:/u,
  /^(?:vitest|fast-check)$/u,
  // For reading the published schemas of services.
  /^(?:ajv|ts-json-schema-generator)(?:\/|$)/u,
);

/** Loaded by readers, so it is small and has no other dependencies. */
const widget: Rule = mayImport(/^@ibid\/client(?:\/read)?$/u, /^react(?:-dom)?(?:\/|$)/u, /^katex$/u);

/** Runs in pages and in Node, without dependencies. */
const client: Rule = mayImport();

/** Answers in a browser without a server: the core, the codecs and the one store that reads files over HTTP. */
const staticSite: Rule = mayImport(
  /^@ibid\/(?:core(?:\/types)?|wire)$/u,
  /^@ibid\/drivers\/stores\/static(?:\/format)?$/u,
);

/** Text of answers, pages and sources must never become markup or code. */
const writesNoMarkup: Rule = ({ path, text }) => {
  const written =
    /\b(?:innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|DOMParser|srcdoc)\b|document\.write|\beval\(|new Function\b/u.exec(
      bareCode(text),
    );
  return written === null ? [] : [`${path} uses ${written[0]}`];
};

/** The part of the plugin that goes into the site's bundle. */
const pluginInBrowser: Rule = mayImport(
  /^@ibid\/(?:widget\/|docusaurus-plugin\/panel$)/u,
  // `@ibid-site` is data about the site, collected by the plugin during the build.
  /^@(?:theme|generated|docusaurus|ibid-site)(?:\/|$)/u,
  /^react(?:-dom)?(?:\/|$)/u,
  /^prism-react-renderer$/u,
);

const readsNoEnvironment: Rule = ({ path, text }) =>
  path.endsWith('cli/src/config.ts') || !/\bprocess\.env\b/u.test(bareCode(text)) ? [] : [`${path} reads process.env`];

/** The oldest supported Node, 22.13, treats `?1` as a name and binds no value to it. */
const bindsInOrder: Rule = ({ path, text }) =>
  /\s\?\d/u.test(text) ? [`${path} numbers the values of a statement`] : [];

const namesItsExports: Rule = ({ path, text }) =>
  /export (?:type )?\* from/u.test(text) ? [`${path} re-exports everything of another file`] : [];

const isShort: Rule = ({ path, text }) => {
  const lines = text.split('\n').length;
  return lines > 400 ? [`${path} has ${lines} lines`] : [];
};

const RULES: readonly (readonly [title: string, files: string, rule: Rule])[] = [
  ['the contracts import nothing but each other', 'packages/core/src/types/*.ts', types],
  ['the core does no I/O and imports only vetted pure libraries', 'packages/core/src/**/*.ts', core],
  ['drivers import the core and no other driver', 'packages/drivers/src/**/*.ts', drivers],
  ['codecs are pure and import the core, the client and zod only', 'packages/wire/src/**/*.ts', wire],
  ['no vocabulary knows another', 'packages/wire/src/{native,ask,agent,answer,query,openai}/*.ts', vocabulary],
  [
    "no vocabulary's schema is used elsewhere",
    '{packages/{core,drivers,server,cli,testkit}/src/**/*.ts,packages/wire/src/index.ts,evals/src/**/*.ts,bench/src/**/*.ts}',
    keepsSchemas,
  ],
  ['the server gets its engine as a value', 'packages/server/src/**/*.ts', server],
  ['the testkit knows contracts and no driver', 'packages/testkit/src/**/*.ts', testkit],
  [
    'only the CLI reads the environment, in one file',
    'packages/{core,drivers,wire,server,cli}/src/**/*.ts',
    readsNoEnvironment,
  ],
  [
    'statements of SQLite bind values in order',
    'packages/drivers/src/{stores/sqlite,files/sqlite,state}/**/*.ts',
    bindsInOrder,
  ],
  ['public entries name what they export', 'packages/*/src/**/index.ts', namesItsExports],
  ['what answers in a browser reads static files alone', 'packages/static/src/**/*.ts', staticSite],
  ['the client stands alone', 'packages/client/src/**/*.ts', client],
  ['the widget stands alone, but for the client', 'packages/widget/src/**/*.{ts,tsx}', widget],
  ['the widget writes no markup', 'packages/{widget,docusaurus-plugin}/src/**/*.{ts,tsx}', writesNoMarkup],
  [
    'what a site loads of the plugin is the widget',
    'packages/docusaurus-plugin/src/{client,theme}/**/*.{ts,tsx}',
    pluginInBrowser,
  ],
  ['files stay under 400 lines', '{packages,evals,bench,scripts}/**/*.{ts,tsx}', isShort],
];

const SCORE = '@ibid/core/score';

/** Packages that a thread loads through static imports of values; types load nothing. The formulas of the core load no package either. */
function loadedBy(path: string, seen: Set<string> = new Set()): readonly string[] {
  if (!path.endsWith('.ts')) return path.startsWith('node:') ? [] : [path];
  if (seen.has(path)) return [];
  seen.add(path);
  const text = readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/import type [^;]*;/gu, '');
  return imports(text).flatMap((specifier) => {
    if (specifier === SCORE) return loadedBy('packages/core/src/retrieve/score.ts', seen);
    return loadedBy(specifier.startsWith('.') ? join(dirname(path), specifier) : specifier, seen);
  });
}

describe('import rules', () => {
  test.each(['stores/sqlite/worker.ts', 'state/sqlite-worker.ts', 'embedders/local/worker.ts'])(
    'the thread of %s loads no package but the formulas of the core, so that it starts within milliseconds',
    (file) => {
      expect(loadedBy(`packages/drivers/src/${file}`)).toEqual([]);
    },
  );

  test.each(RULES)('%s', (_, files, rule) => {
    const found = sources(files);
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(rule)).toEqual([]);
  });

  test.each([
    ['types', types, "import { x } from '../text/tokenize.ts';"],
    ['core', core, "import { readFile } from 'node:fs/promises';"],
    ['core', core, 'const now = Date.now();'],
    ['core', core, "const lazy = await import('undici');"],
    ['drivers', drivers, "import { sqliteStore } from '../stores/sqlite.ts';"],
    ['drivers', drivers, "import { createApp } from '@ibid/server';"],
    ['wire', wire, "import { Hono } from 'hono';"],
    ['wire', wire, "import data from '../shared/data.json' with { type: 'json' };"],
    ['wire', wire, "import reply from '../ask/__fixtures__/answered/response.json' with { type: 'json' };"],
    ['vocabularies', vocabulary, "import { decode } from '../ask/decode.ts';"],
    ['vocabularies', vocabulary, "import { dialects } from '../registry.ts';"],
    ['schemas', keepsSchemas, "import { requestSchema } from '../../../wire/src/ask/schema.ts';"],
    ['schemas', keepsSchemas, "import { requestSchema } from '@ibid/wire/src/ask/schema.ts';"],
    ['server', server, "import { sqliteStore } from '@ibid/drivers/stores/sqlite';"],
    ['testkit', testkit, "import { sqliteStore } from '@ibid/drivers/stores/sqlite';"],
    ['environment', readsNoEnvironment, 'const key = process.env.KEY;'],
    ['statements', bindsInOrder, "db.sql('SELECT url FROM page WHERE id = ?1')"],
    ['exports', namesItsExports, "export * from './x.ts';"],
    ['widget', widget, "import { IbidError } from '@ibid/core';"],
    ['client', client, "import type { Reply } from '@ibid/wire';"],
    ['markup', writesNoMarkup, 'element.innerHTML = answer;'],
    ['markup', writesNoMarkup, '<p dangerouslySetInnerHTML={{ __html: answer }} />'],
    ['plugin', pluginInBrowser, "import { ingest } from '@ibid/core/ingest';"],
    ['length', isShort, '\n'.repeat(401)],
  ])('a planted violation of the rule for %s is seen', (_, rule, text) => {
    expect(rule({ path: 'packages/drivers/src/embedders/planted.ts', text })).not.toEqual([]);
  });

  test('ARCHITECTURE.md names every folder of the packages', () => {
    const rows = readFileSync(join(import.meta.dirname, 'ARCHITECTURE.md'), 'utf8').split('\n');
    const folders = globSync('packages/*/src/*/', { cwd: import.meta.dirname })
      .map((path) => path.split('/'))
      .filter(([, , , folder]) => folder !== 'testing');
    expect(folders.length).toBeGreaterThan(60);
    const isNamed = ([, name, , folder]: readonly string[]): boolean =>
      rows.some((row) => row.startsWith(`| \`packages/${name}\``) && row.includes(`\`${folder}/\``));
    expect(folders.filter((path) => !isNamed(path)).map((path) => path.join('/'))).toEqual([]);
  });

  test('a package that a thread would load is seen', () => {
    expect(loadedBy('packages/drivers/src/files/ensure-folder.ts')).toContain('@ibid/core');
  });

  test("the public entry gives no vocabulary's schema away", () => {
    const path = 'packages/wire/src/index.ts';
    expect(keepsSchemas({ path, text: "export { encodeReply, replySchema } from './native/reply.ts';" })).not.toEqual(
      [],
    );
    expect(keepsSchemas({ path, text: "export type { NativeReply } from './native/reply.ts';" })).toEqual([]);
  });

  test('a vocabulary may show its own transcripts', () => {
    const path = 'packages/wire/src/ask/codec.ts';
    const text = "import reply from './__fixtures__/answered/response.json' with { type: 'json' };";
    expect(wire({ path, text })).toEqual([]);
    expect(vocabulary({ path, text })).toEqual([]);
  });
});
