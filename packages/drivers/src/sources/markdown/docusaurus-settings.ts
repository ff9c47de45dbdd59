import { isRecord } from '../../services/json.ts';
import { configValue, isUnsure, UNKNOWN } from './config-value.ts';

/** One instance of a plugin that makes pages. Paths are relative to the site's folder, routes to its base URL. */
export interface FolderSettings {
  readonly id: string;
  readonly path: string;
  readonly route: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface DocsSettings extends FolderSettings {
  readonly lastVersion: string;
  readonly onlyIncludeVersions: readonly string[] | undefined;
  readonly includeCurrentVersion: boolean;
  readonly versioned: boolean;
  /** Routes of versions that differ from the default. */
  readonly versionRoutes: Readonly<Record<string, string>>;
  readonly numberPrefixes: boolean;
  /** True if the configuration names these docs, so their folder must exist. */
  readonly named: boolean;
}

export interface DocusaurusSettings {
  /** `''` if the file does not set it. */
  readonly url: string;
  readonly baseUrl: string;
  readonly defaultLocale: string;
  readonly locales: readonly string[];
  /** Folder of translations. */
  readonly i18nPath: string;
  /** Folder of a locale's translations below `i18nPath`, if it differs from the locale. */
  readonly localePaths: Readonly<Record<string, string>>;
  readonly markdownFormat: 'mdx' | 'md' | 'detect';
  /** Code block languages that the site draws as diagrams in the browser. */
  readonly drawn: readonly string[];
  readonly docs: readonly DocsSettings[];
  readonly blogs: readonly FolderSettings[];
  readonly pages: readonly FolderSettings[];
  /** Address by locale, if it differs from the site's. */
  readonly localeUrls: Readonly<Record<string, string>>;
  /** Base URL by locale, if it differs from the locale's name below the site's. */
  readonly localeBaseUrls: Readonly<Record<string, string>>;
  /** Names of settings that depend on the environment or could be found only by running the file. */
  readonly unknown: readonly string[];
}

const EXCLUDED = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**'];
const INCLUDED = ['**/*.{md,mdx}'];

/** Reads the settings that affect pages from the text of a `docusaurus.config` file, with Docusaurus' own defaults. */
export function docusaurusSettings(text: string): DocusaurusSettings {
  const value = configValue(text);
  const unknown = new Set<string>(value === UNKNOWN ? ['url', 'baseUrl', 'i18n.locales', 'presets'] : []);
  const config = optionsOf(value, unknown);
  const i18n = config.inner('i18n');
  const localeConfigs = i18n.inner('localeConfigs');
  const defaultLocale = i18n.text('defaultLocale', 'en');
  const locales = i18n.texts('locales', [defaultLocale]);
  const format = config.inner('markdown').get('format');
  const { docs, blog, pages, named } = pluginsOf(config, unknown);
  return {
    url: config.text('url', ''),
    baseUrl: config.text('baseUrl', '/'),
    defaultLocale,
    locales: locales.includes(defaultLocale) ? locales : [defaultLocale, ...locales],
    i18nPath: i18n.text('path', 'i18n'),
    localePaths: localeConfigs.pick('path'),
    localeUrls: localeConfigs.pick('url'),
    localeBaseUrls: localeConfigs.pick('baseUrl'),
    markdownFormat: format === 'md' || format === 'detect' ? format : 'mdx',
    drawn: drawsMermaid(config) ? ['mermaid'] : [],
    docs: docs.map((options) => docsSettings(optionsOf(options, unknown, 'docs.'), named)),
    blogs: blog.map((options) => folderSettings(optionsOf(options, unknown, 'blog.'), 'blog', 'blog')),
    pages: pages.map((options) => folderSettings(optionsOf(options, unknown, 'pages.'), 'src/pages', '/')),
    unknown: [...unknown],
  };
}

interface Options {
  readonly get: (key: string) => unknown;
  readonly text: (key: string, fallback: string) => string;
  readonly texts: (key: string, fallback: readonly string[]) => readonly string[];
  readonly inner: (key: string) => Options;
  /** The texts that the options in these have by this key, by their names. */
  readonly pick: (key: string) => Readonly<Record<string, string>>;
}

/** Adds to `unknown`, with `prefix`, the names of options that are read and depend on the environment or could be found only by running the file. */
function optionsOf(value: unknown, unknown: Set<string>, prefix = ''): Options {
  const holder = isRecord(value) ? value : {};
  function get(key: string): unknown {
    const found = holder[key];
    // Plugins that are functions or files of the site are common and make no pages from Markdown.
    const isLacking = Array.isArray(found) && found.includes(UNKNOWN) && !/^(?:plugins|presets|themes)$/.test(key);
    if (found === UNKNOWN || isLacking || isUnsure(holder, key)) unknown.add(prefix + key);
    return found;
  }
  const inner = (key: string): Options => optionsOf(get(key), unknown, `${prefix}${key}.`);
  return {
    get,
    inner,
    text(key, fallback) {
      const found = get(key);
      return typeof found === 'string' ? found : fallback;
    },
    texts(key, fallback) {
      const found = get(key);
      return Array.isArray(found) ? found.filter((entry) => typeof entry === 'string') : fallback;
    },
    pick(key) {
      const found = Object.keys(holder).map((name): [string, unknown] => [name, inner(name).get(key)]);
      return Object.fromEntries(found.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
    },
  };
}

type Plugins = Readonly<Record<'docs' | 'blog' | 'pages', readonly unknown[]>> & { readonly named: boolean };

/** The options of all instances of the plugins that make pages. */
function pluginsOf(config: Options, unknown: Set<string>): Plugins {
  const found = { docs: [] as unknown[], blog: [] as unknown[], pages: [] as unknown[] };
  const kinds = ['docs', 'blog', 'pages'] as const;
  const presets = config.get('presets');
  if ([presets].flat().some((preset) => [preset].flat().slice(0, 2).includes(UNKNOWN))) unknown.add('presets');
  for (const [name, given] of entries(presets)) {
    const options = optionsOf(given, unknown);
    for (const kind of kinds) {
      const own = options.get(kind);
      if (/^(?:@docusaurus\/preset-)?classic$/.test(name) && own !== false) found[kind].push(own);
    }
  }
  for (const [name, options] of entries(config.get('plugins'))) {
    const kind = kinds.find((one) => name.replace(/^@docusaurus\/plugin-/, '') === `content-${one}`);
    if (kind !== undefined) found[kind].push(options);
  }
  // A custom or unknown preset is assumed to be like the classic one.
  const isNamed = kinds.some((kind) => found[kind].length > 0);
  return isNamed ? { ...found, named: true } : { docs: [{}], blog: [{}], pages: [{}], named: false };
}

/** Presets and plugins are a name, or a name with options. */
function entries(list: unknown): readonly (readonly [name: string, options: unknown])[] {
  return [list].flat().flatMap((entry): (readonly [string, unknown])[] => {
    const [name, options] = [entry].flat() as readonly unknown[];
    return typeof name === 'string' ? [[name, options]] : [];
  });
}

function docsSettings(options: Options, named: boolean): DocsSettings {
  return {
    ...folderSettings(options, 'docs', 'docs'),
    lastVersion: options.text('lastVersion', ''),
    onlyIncludeVersions: Array.isArray(options.get('onlyIncludeVersions'))
      ? options.texts('onlyIncludeVersions', [])
      : undefined,
    includeCurrentVersion: options.get('includeCurrentVersion') !== false,
    versioned: options.get('disableVersioning') !== true,
    versionRoutes: options.inner('versions').pick('path'),
    numberPrefixes: options.get('numberPrefixParser') !== false,
    named,
  };
}

function folderSettings(options: Options, path: string, route: string): FolderSettings {
  return {
    id: options.text('id', 'default'),
    path: options.text('path', path),
    route: options.text('routeBasePath', route),
    include: options.texts('include', INCLUDED),
    exclude: options.texts('exclude', EXCLUDED),
  };
}

/** Uses the setting; if it is unknown, checks for the theme that draws the diagrams. */
function drawsMermaid(config: Options): boolean {
  const chosen = config.get('markdown') === UNKNOWN ? UNKNOWN : config.inner('markdown').get('mermaid');
  if (chosen !== UNKNOWN) return chosen === true;
  return entries(config.get('themes')).some(([name]) => name === '@docusaurus/theme-mermaid' || name === 'mermaid');
}
