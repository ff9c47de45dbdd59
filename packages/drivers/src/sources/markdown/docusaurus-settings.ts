import { configValue, isUnsure, UNKNOWN } from './config-value.ts';

/** One instance of the docs plugin. Paths are relative to the site's folder, routes to its base URL. */
export interface DocsSettings {
  readonly id: string;
  readonly path: string;
  readonly route: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
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

/** One instance of the blog or the pages plugin. */
export interface FolderSettings {
  readonly id: string;
  readonly path: string;
  readonly route: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
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
  const config = record(value);
  const i18n = record(config['i18n']);
  const defaultLocale = string(i18n['defaultLocale'], 'en');
  const locales = strings(i18n['locales'], [defaultLocale]);
  const { docs, blogs, pages, named } = pluginsOf(config);
  return {
    url: string(config['url'], ''),
    baseUrl: string(config['baseUrl'], '/'),
    defaultLocale,
    locales: locales.includes(defaultLocale) ? locales : [defaultLocale, ...locales],
    i18nPath: string(i18n['path'], 'i18n'),
    localePaths: pick(record(i18n['localeConfigs']), 'path'),
    localeUrls: pick(record(i18n['localeConfigs']), 'url'),
    localeBaseUrls: pick(record(i18n['localeConfigs']), 'baseUrl'),
    markdownFormat: formatOf(record(config['markdown'])['format']),
    drawn: drawsMermaid(config) ? ['mermaid'] : [],
    docs: docs.map((options) => docsSettings(options, named)),
    blogs: blogs.map((options) => folderSettings(options, 'blog', 'blog')),
    pages: pages.map((options) => folderSettings(options, 'src/pages', '/')),
    unknown: value === UNKNOWN ? ['url', 'baseUrl', 'i18n.locales', 'presets'] : unknownSettings(config),
  };
}

type Options = Readonly<Record<string, unknown>>;

const PLUGIN_SETTINGS = [
  'id',
  'path',
  'routeBasePath',
  'include',
  'exclude',
  'lastVersion',
  'onlyIncludeVersions',
  'includeCurrentVersion',
  'disableVersioning',
  'versions',
  'numberPrefixParser',
];

function unknownSettings(config: Options): readonly string[] {
  const i18n = record(config['i18n']);
  const localeConfigs = record(i18n['localeConfigs']);
  const { docs, blogs, pages } = pluginsOf(config);
  const names = [
    ...unreadKeys(config, ['url', 'baseUrl', 'i18n', 'presets', 'plugins', 'markdown']),
    ...unreadKeys(i18n, ['defaultLocale', 'locales', 'path', 'localeConfigs'], 'i18n.'),
    ...Object.entries(localeConfigs).flatMap(([locale, own]) =>
      unreadKeys(record(own), ['path', 'url', 'baseUrl'], `i18n.localeConfigs.${locale}.`),
    ),
    ...unreadKeys(record(config['markdown']), ['format', 'mermaid'], 'markdown.'),
    ...(unreadPreset(config['presets']) ? ['presets'] : []),
    ...entries(config['presets']).flatMap(([, options]) => unreadKeys(options, ['docs', 'blog', 'pages'])),
    ...docs.flatMap((options) => unreadKeys(options, PLUGIN_SETTINGS, 'docs.')),
    ...docs.flatMap((options) =>
      Object.entries(record(options['versions'])).flatMap(([version, own]) =>
        unreadKeys(record(own), ['path'], `docs.versions.${version}.`),
      ),
    ),
    ...blogs.flatMap((options) => unreadKeys(options, PLUGIN_SETTINGS, 'blog.')),
    ...pages.flatMap((options) => unreadKeys(options, PLUGIN_SETTINGS, 'pages.')),
  ];
  return [...new Set(names)];
}

function unreadKeys(holder: Options, keys: readonly string[], prefix = ''): readonly string[] {
  return keys
    .filter((key) => {
      const value = holder[key];
      if (value === UNKNOWN || isUnsure(holder, key)) return true;
      // Plugins that are functions or files of the site are common and make no pages from Markdown.
      return key !== 'plugins' && key !== 'presets' && Array.isArray(value) && value.includes(UNKNOWN);
    })
    .map((key) => prefix + key);
}

function unreadPreset(presets: unknown): boolean {
  if (!Array.isArray(presets)) return false;
  return (presets as readonly unknown[]).some(
    (preset) => preset === UNKNOWN || (Array.isArray(preset) && preset.slice(0, 2).includes(UNKNOWN)),
  );
}

function pluginsOf(config: Options): { docs: Options[]; blogs: Options[]; pages: Options[]; named: boolean } {
  const found = { docs: [] as Options[], blogs: [] as Options[], pages: [] as Options[] };
  for (const [name, options] of entries(config['presets'])) {
    if (name !== 'classic' && name !== '@docusaurus/preset-classic') continue;
    if (options['docs'] !== false) found.docs.push(record(options['docs']));
    if (options['blog'] !== false) found.blogs.push(record(options['blog']));
    if (options['pages'] !== false) found.pages.push(record(options['pages']));
  }
  for (const [name, options] of entries(config['plugins'])) {
    const kind = /^(?:@docusaurus\/plugin-)?content-(docs|blog|pages)$/.exec(name)?.[1];
    if (kind === 'docs') found.docs.push(options);
    if (kind === 'blog') found.blogs.push(options);
    if (kind === 'pages') found.pages.push(options);
  }
  // A custom or unknown preset is assumed to be like the classic one.
  const nothing = found.docs.length + found.blogs.length + found.pages.length === 0;
  return nothing ? { docs: [{}], blogs: [{}], pages: [{}], named: false } : { ...found, named: true };
}

/** Presets and plugins are a name, or a name with options. */
function entries(list: unknown): readonly (readonly [string, Options])[] {
  if (!Array.isArray(list)) return [];
  return (list as readonly unknown[]).flatMap((entry): (readonly [string, Options])[] => {
    if (typeof entry === 'string') return [[entry, {}]];
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
    return [[entry[0], record(entry[1])]];
  });
}

function docsSettings(options: Options, named: boolean): DocsSettings {
  return {
    ...folderSettings(options, 'docs', 'docs'),
    lastVersion: string(options['lastVersion'], ''),
    onlyIncludeVersions: Array.isArray(options['onlyIncludeVersions'])
      ? strings(options['onlyIncludeVersions'], [])
      : undefined,
    includeCurrentVersion: options['includeCurrentVersion'] !== false,
    versioned: options['disableVersioning'] !== true,
    versionRoutes: pick(record(options['versions']), 'path'),
    numberPrefixes: options['numberPrefixParser'] !== false,
    named,
  };
}

function folderSettings(options: Options, path: string, route: string): FolderSettings {
  return {
    id: string(options['id'], 'default'),
    path: string(options['path'], path),
    route: string(options['routeBasePath'], route),
    include: strings(options['include'], INCLUDED),
    exclude: strings(options['exclude'], EXCLUDED),
  };
}

function formatOf(value: unknown): DocusaurusSettings['markdownFormat'] {
  return value === 'md' || value === 'detect' ? value : 'mdx';
}

/** Uses the setting; if it is unknown, checks for the theme that draws the diagrams. */
function drawsMermaid(config: Options): boolean {
  const markdown = config['markdown'];
  const chosen = markdown === UNKNOWN ? UNKNOWN : record(markdown)['mermaid'];
  if (chosen !== UNKNOWN) return chosen === true;
  return entries(config['themes']).some(([name]) => name === '@docusaurus/theme-mermaid' || name === 'mermaid');
}

function pick(holder: Options, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(holder).flatMap(([name, value]): [string, string][] => {
      const found = record(value)[key];
      return typeof found === 'string' ? [[name, found]] : [];
    }),
  );
}

function record(value: unknown): Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Options) : {};
}

function string(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}

function strings(value: unknown, fallback: readonly string[]): readonly string[] {
  if (!Array.isArray(value)) return fallback;
  return value.filter((entry): entry is string => typeof entry === 'string');
}
