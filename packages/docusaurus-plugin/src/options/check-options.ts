import { IbidError } from '@ibid/core';
import type { z } from 'zod';
import { EMBEDDER_SETTINGS } from 'ibid/config-schema';
import { nearestName, OPTION_NAMES, optionSchema } from './option-schema.ts';
import type { CheckedOptions, ReadOptions } from './plugin-options.ts';

const LONGEST_SHOWN = 60;

/** Prefixes of keys that services issue. All such keys contain digits, unlike words such as `co-author`. */
const KEY_SHAPES =
  /^(?:Bearer\s+)?(?=\S*\d)(?:(?:sk-|pk-lf-|AIza|gsk_|hf_|xai-|ghp_|github_pat_)[\w.~+/=-]{8,}|co-[A-Za-z\d]{16,})$|^Bearer\s+(?=\S*\d)\S{8,}$/u;
/** Does not match `apiKeyEnv`, which has another ending. */
const SECRET_NAME = /(?:api_?key|secret|token|password|passwort|credential)s?$/iu;
/** Name of an environment variable. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/u;

/** Fills in defaults. Throws `INVALID_CONFIG` that names each wrong option, its value and what is allowed. */
export function checkOptions(written: unknown): CheckedOptions {
  const options = written ?? {};
  const secrets = findSecrets(options).filter((path) => path !== 'siteKey');
  if (secrets.length > 0) {
    const named = secrets.map((path) => `\`${path}\``).join(', ');
    throw refused([
      `${named} looks like a secret, and Docusaurus ships its configuration to every reader. Take it out, make a new one, and put that into the environment of the server, such as \`OPENAI_API_KEY\`.`,
    ]);
  }
  const checked = optionSchema.safeParse(options);
  if (!checked.success) throw refused(checked.error.issues.flatMap((issue) => describe(issue, options)));
  const { mode, ...read } = checked.data;
  const { api, siteKey, indexOnBuild } = read;
  const isStatic = mode === undefined ? api === '' && siteKey === '' && indexOnBuild : mode === 'static';
  const conflicts = conflictsOf(read, isStatic);
  if (conflicts.length > 0) throw refused(conflicts);
  return { ...read, isStatic, api: api.replace(/\/+$/u, ''), markdown: read.markdown && indexOnBuild };
}

/** Sentences about options that are valid alone but not together. */
function conflictsOf(options: Omit<ReadOptions, 'mode'>, isStatic: boolean): readonly string[] {
  if (isStatic && options.api !== '') return ["`mode: 'static'` needs no `api`; leave one of them out."];
  if (isStatic && !options.indexOnBuild)
    return ["`mode: 'static'` writes the index with the site; leave `indexOnBuild: false` out."];
  const unused = (['offline', 'deviceModel', 'feedback'] as const).filter((name) => options[name] && !isStatic);
  return unused.map((name) => {
    const reason = name === 'feedback' ? 'a server keeps it' : 'this one asks a server';
    return `\`${name}\` is for sites that answer by themselves; ${reason}. Leave it out.`;
  });
}

function refused(problems: readonly string[]): IbidError {
  const list = problems.map((problem) => `\n  - ${problem}`).join('');
  return new IbidError(
    'INVALID_CONFIG',
    `The options of \`@ibid/docusaurus-plugin\` in \`docusaurus.config\` cannot be used:${list}`,
  );
}

function describe(issue: z.core.$ZodIssue, options: unknown): readonly string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownOption([...path, key]));
  if (path.length === 0) return ['give an object, such as `{ launcher: true }`'];
  return [`\`${path.join('.')}\` is \`${excerptOf(valueAt(options, path))}\`; ${issue.message}.`];
}

function unknownOption(path: readonly string[]): string {
  const names = path.length === 1 ? OPTION_NAMES : path[0] === 'embedder' ? EMBEDDER_SETTINGS : ['index', 'port'];
  const isKey = path[0] === 'embedder' && /key|token|secret/iu.test(path.at(-1)!);
  const keys = isKey ? ' Keys stand in the environment under their usual names, such as `OPENAI_API_KEY`.' : '';
  return `\`${path.join('.')}\` is not an option. ${hintOf(path.at(-1)!, names)}${keys}`;
}

function hintOf(name: string, names: readonly string[]): string {
  if (names.includes(name)) return 'Only other embedders have it.';
  const nearest = nearestName(name, names);
  if (nearest !== undefined) return `Did you mean \`${nearest}\`?`;
  return `There are ${names.map((one) => `\`${one}\``).join(', ')}.`;
}

function valueAt(options: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), options);
}

function excerptOf(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Paths of options that look like secrets by name or value. `siteKey` is public; the caller ignores it. */
function findSecrets(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') {
    const name = path.slice(path.lastIndexOf('.') + 1);
    const text = value.trim();
    if (VARIABLE.test(text)) return [];
    return SECRET_NAME.test(name) || KEY_SHAPES.test(text) ? [path] : [];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => findSecrets(inner, path === '' ? name : `${path}.${name}`));
}

/** Throws `INVALID_CONFIG` if `suggestions` names a locale that the site does not have, because its questions would never be shown. */
export function checkLocales({ suggestions }: Pick<CheckedOptions, 'suggestions'>, locales: readonly string[]): void {
  if (Array.isArray(suggestions)) return;
  const unknown = Object.keys(suggestions).filter((locale) => !locales.includes(locale));
  if (unknown.length === 0) return;
  throw refused(
    unknown.map((locale) => `\`suggestions.${locale}\` is for no locale of the site. ${hintOf(locale, locales)}`),
  );
}
