/** The only module that reads the environment and the configuration file. Precedence: command line, environment, file, default. */
import { invalidConfig } from '@ibid/core';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IbidConfig } from './define-config.ts';
import { messageOf } from './exit-codes.ts';
import { locateIndex, type StoredIndex } from './stores.ts';

const DEFAULT_INDEX = '.ibid/index.db';
const CONFIG_FILES = ['ibid.config.ts', 'ibid.config.js', 'ibid.config.json'];

/** Options common to all commands. */
export interface CommonFlags {
  readonly index?: string;
  readonly config?: string | undefined;
  readonly json?: boolean;
  /** `false` for `--no-color`. */
  readonly color?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  /** `provider/model`, or `none`; `true` if the option has no value and means the configured model. */
  readonly model?: string | true;
}

/** Settings of the configuration file, overridden by the environment and the command line. */
export interface Settings extends Omit<IbidConfig, 'index'> {
  readonly index: StoredIndex;
  /** True if the index was named for this call; a missing index is then an error. */
  readonly indexNamed: boolean;
  /** Path of the configuration file; `''` if there is none. */
  readonly configFile: string;
  /** Owner's token for HTTP calls, from `IBID_TOKEN`. A secret, so never read from a file that may be committed. */
  readonly ownerToken: string | undefined;
  /** PostgreSQL for conversations, feedback, jobs and the ledger, from `IBID_STATE_URL`; secret, may contain a password. `undefined` = files. */
  readonly stateUrl: string | undefined;
  /** Folder of local models, from `IBID_MODELS`; defaults to the user's cache folder. */
  readonly modelCache: string;
  /** Returns the key of a hosted service by the name of its environment variable; `undefined` if it is not set. */
  readonly secret: (variable: string) => string | undefined;
}

/** Returns `options` without the keys that are `undefined`. */
export function dropUndefined<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Capabilities of the terminal according to the environment. */
export interface TerminalHints {
  readonly color: boolean | undefined;
  readonly links: boolean;
}

/** Rejects with `INVALID_CONFIG` for an unusable file or variable. */
export async function readSettings(flags: CommonFlags): Promise<Settings> {
  const file = findConfig(flags.config);
  const config = file === '' ? {} : await readConfig(file);
  const named = flags.index ?? env('IBID_INDEX');
  // Before anything can print the address: it may have been given with a key in it, which is rejected.
  const index = await locateIndex(named ?? config.index ?? DEFAULT_INDEX);
  return {
    ...config,
    ...modelOf(config, typeof flags.model === 'string' ? flags.model : env('IBID_MODEL'), env('IBID_MODEL_URL')),
    index,
    indexNamed: named !== undefined,
    configFile: file,
    ownerToken: checkedEnv(
      'IBID_TOKEN',
      /^[\x21-\x7E]{16,}$/u,
      'must have at least 16 characters without spaces; make one with `openssl rand -hex 24`.',
    ),
    stateUrl: checkedEnv(
      'IBID_STATE_URL',
      /^postgres(?:ql)?:\/\//u,
      'is no address of a PostgreSQL; write postgres://user:password@host:5432/database, or leave it empty to keep conversations, feedback and jobs in files.',
    ),
    modelCache: modelCache(),
    secret: env,
  };
}

/** A model named for this call replaces the name, address and quirks of the configured model; other settings of the section are kept. */
function modelOf({ model }: IbidConfig, name?: string, baseUrl?: string): Pick<IbidConfig, 'model'> {
  if (name === undefined && baseUrl === undefined) return model === undefined ? {} : { model };
  const { baseUrl: _, quirks: __, ...rest } = model ?? {};
  const section = name === undefined || name === model?.name ? model : rest;
  return { model: { ...section, ...dropUndefined({ name, baseUrl }) } };
}

/** Settings of `ibid serve` in the environment. Other commands ignore them: a platform may set `PORT` to something else. */
export function serverEnvironment(): Pick<NonNullable<Settings['server']>, 'port' | 'questionsPerMinute'> {
  return dropUndefined({
    port: readNumber('PORT', 65_535),
    questionsPerMinute: readNumber('IBID_QUESTIONS_PER_MINUTE', 999_999_999),
  });
}

/** Reads a whole number from 0 to `most` from an environment variable. */
function readNumber(variable: string, most: number): number | undefined {
  const text = env(variable);
  if (text === undefined) return undefined;
  if (/^\d+$/u.test(text) && Number(text) <= most) return Number(text);
  throw invalidConfig(`\`${variable}\` is \`${text}\`; give a whole number from 0 to ${most}.`);
}

/** Reads an environment variable; throws `INVALID_CONFIG`, without its value, if it has another form. */
function checkedEnv(variable: string, form: RegExp, advice: string): string | undefined {
  const text = env(variable);
  if (text === undefined || form.test(text)) return text;
  throw invalidConfig(`\`${variable}\` ${advice}`);
}

/** Value of an environment variable; `undefined` if it is empty or not set. */
function env(variable: string): string | undefined {
  return process.env[variable] || undefined;
}

function modelCache(): string {
  const usual = env(process.platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME');
  return resolve(env('IBID_MODELS') ?? join(usual ?? join(homedir(), '.cache'), 'ibid', 'models'));
}

export function terminalHints(): TerminalHints {
  const isDumb = env('TERM') === 'dumb';
  const color = env('NO_COLOR') !== undefined || isDumb ? false : env('FORCE_COLOR') === undefined ? undefined : true;
  return { color, links: !isDumb && env('CI') === undefined };
}

/** The configuration file in a folder; `undefined` if there is none. */
export function configIn(folder: string): string | undefined {
  return CONFIG_FILES.map((name) => join(folder, name)).find((file) => existsSync(file));
}

function findConfig(named: string | undefined): string {
  if (named === undefined) return configIn('') ?? '';
  if (existsSync(named)) return named;
  throw invalidConfig(`There is no configuration file \`${named}\`. Name one with \`--config\`.`);
}

async function readConfig(file: string): Promise<IbidConfig> {
  const read = async (): Promise<unknown> => {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'));
    return ((await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }).default;
  };
  const config = await read().catch((cause: unknown) => {
    throw invalidConfig(`\`${file}\` cannot be read: ${messageOf(cause)}. Fix the file.`, cause);
  });
  const { checkConfig } = await import('./config-schema.ts');
  return checkConfig(config, file);
}
