import { IbidError } from '@ibid/core';
import type { z } from 'zod';
import { EMBEDDER_SETTINGS, nearestName, OPTION_NAMES, optionSchema } from './option-schema.ts';
import type { CheckedOptions, PluginOptions } from './plugin-options.ts';

const KEYS = ' Keys stand in the environment under their usual names, such as `OPENAI_API_KEY`.';
const LONGEST_SHOWN = 60;
const DEFAULT_INDEX = '.ibid/index.db';
/** The article of a document, a post or a page, and all of a page that has none, such as a home page. */
const DEFAULT_CONTENT = '.theme-doc-markdown, article .markdown, .mdx-page article, main:not(:has(article))';

/** Keys that services give out, as they begin; all of them have digits, which words such as `co-author` do not. */
const KEY_SHAPES =
  /^(?:Bearer\s+)?(?=\S*\d)(?:(?:sk-|pk-lf-|AIza|gsk_|hf_|xai-|ghp_|github_pat_)[\w.~+/=-]{8,}|co-[A-Za-z\d]{16,})$|^Bearer\s+(?=\S*\d)\S{8,}$/u;
/** `apiKeyEnv` is none: it ends otherwise. */
const SECRET_NAME = /(?:api_?key|secret|token|password|passwort|credential)s?$/iu;
/** Of a variable of the environment. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/u;

/** Fills in defaults. Throws `INVALID_CONFIG` that names each wrong option, its value and what is allowed. */
export function checkOptions(given: unknown): CheckedOptions {
  const options = given ?? {};
  const secrets = findSecrets(options).filter((path) => path !== 'siteKey');
  if (secrets.length > 0) throw refused([secretProblem(secrets)]);
  const checked = optionSchema.safeParse(options);
  if (!checked.success) throw refused(checked.error.issues.flatMap((issue) => describe(issue, options)));
  const { mode, api, indexOnBuild } = checked.data;
  if (mode === 'static' && api !== undefined)
    throw refused(["`mode: 'static'` needs no `api`; leave one of them out."]);
  if (mode === 'static' && indexOnBuild === false) {
    throw refused(["`mode: 'static'` writes the index with the site; leave `indexOnBuild: false` out."]);
  }
  const all = withDefaults(checked.data);
  if (all.offline && !all.isStatic) {
    throw refused(['`offline` is for sites that answer by themselves; this one asks a server. Leave it out.']);
  }
  if (all.feedback !== undefined && !all.isStatic) {
    throw refused(['`feedback` is for sites that answer by themselves; a server keeps it. Leave it out.']);
  }
  return all;
}

function withDefaults(options: PluginOptions): CheckedOptions {
  const { api, siteKey, indexOnBuild } = options;
  const hasServer = api !== undefined || siteKey !== undefined || indexOnBuild === false;
  const dev = typeof options.dev === 'object' ? options.dev : {};
  return {
    id: options.id ?? 'default',
    api: (options.api ?? '').replace(/\/+$/u, ''),
    isStatic: (options.mode ?? (hasServer ? 'server' : 'static')) === 'static',
    offline: options.offline ?? false,
    feedback: options.feedback,
    siteKey: options.siteKey ?? '',
    index: options.index ?? DEFAULT_INDEX,
    indexOnBuild: options.indexOnBuild ?? true,
    failBuild: options.failBuild ?? true,
    markdown: (options.markdown ?? true) && options.indexOnBuild !== false,
    dev: { index: options.dev !== false && (dev.index ?? true), port: dev.port ?? 0 },
    launcher: options.launcher ?? true,
    shortcut: options.shortcut === false ? '' : (options.shortcut ?? 'Mod+I'),
    searchShortcut: options.searchShortcut === false ? '' : (options.searchShortcut ?? 'Mod+K'),
    askSelection: options.askSelection ?? true,
    suggestions: options.suggestions ?? [],
    content: options.content ?? DEFAULT_CONTENT,
    embedder: options.embedder,
  };
}

function refused(problems: readonly string[]): IbidError {
  const list = problems.map((problem) => `\n  - ${problem}`).join('');
  return new IbidError(
    'INVALID_CONFIG',
    `The options of \`@ibid/docusaurus-plugin\` in \`docusaurus.config\` cannot be used:${list}`,
  );
}

function secretProblem(paths: readonly string[]): string {
  const named = paths.map((path) => `\`${path}\``).join(', ');
  return `${named} looks like a secret, and Docusaurus ships its configuration to every reader. Take it out, make a new one, and put that into the environment of the server, such as \`OPENAI_API_KEY\`.`;
}

function describe(issue: z.core.$ZodIssue, options: unknown): readonly string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownOption([...path, key]));
  // Of an object that fits no form, the form with the same shape says best what is wrong.
  if (issue.code === 'invalid_union' && isRecord(valueAt(options, path))) {
    const inner = issue.errors.find((list) =>
      list.some(({ path: at, code }) => at.length > 0 || code === 'unrecognized_keys'),
    );
    const named = inner?.flatMap((one) => describe({ ...one, path: [...issue.path, ...one.path] }, options)) ?? [];
    if (named.length > 0) return named;
  }
  if (path.length === 0) return ['give an object, such as `{ launcher: true }`'];
  return [`\`${path.join('.')}\` is \`${shown(valueAt(options, path))}\`; ${issue.message}.`];
}

function unknownOption(path: readonly string[]): string {
  const names = path.length === 1 ? OPTION_NAMES : path[0] === 'embedder' ? EMBEDDER_SETTINGS : ['index', 'port'];
  const meant = nearestName(path.at(-1)!, names);
  const hint =
    meant === undefined ? `There are ${names.map((name) => `\`${name}\``).join(', ')}.` : `Did you mean \`${meant}\`?`;
  const keys = /key|token|secret/iu.test(path.at(-1)!) && path[0] === 'embedder' ? KEYS : '';
  return `\`${path.join('.')}\` is not an option. ${hint}${keys}`;
}

function valueAt(options: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
    options,
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Paths of options that are secrets by their name or look like one. `siteKey` is public and none. */
function findSecrets(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const text = value.trim();
    if (VARIABLE.test(text)) return [];
    return SECRET_NAME.test(name) || KEY_SHAPES.test(text) ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findSecrets(inner, path === '' ? name : `${path}.${name}`));
}

/** Throws `INVALID_CONFIG` where `suggestions` names a locale that the site does not have, and so would never be shown. */
export function checkLocales({ suggestions }: Pick<CheckedOptions, 'suggestions'>, locales: readonly string[]): void {
  if (Array.isArray(suggestions)) return;
  const problems = Object.keys(suggestions)
    .filter((locale) => !locales.includes(locale))
    .map((locale) => {
      const meant = nearestName(locale, locales);
      const hint =
        meant === undefined
          ? `There are ${locales.map((name) => `\`${name}\``).join(', ')}.`
          : `Did you mean \`${meant}\`?`;
      return `\`suggestions.${locale}\` is for no locale of the site. ${hint}`;
    });
  if (problems.length === 0) return;
  throw new IbidError(
    'INVALID_CONFIG',
    `The options of \`@ibid/docusaurus-plugin\` in \`docusaurus.config\` cannot be used: ${problems.join(' ')}`,
  );
}
