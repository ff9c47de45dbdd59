import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BLOG, DOCS, FRENCH, OLD_DOCS, type SiteFiles, type SiteShape } from './site-pages.ts';

/** Address at which the site is published according to the index. */
export const SITE_URL = 'https://rover.example';

/** As in sites that `create-docusaurus` makes. */
const BROWSERS = ['>0.5%', 'not dead', 'not op_mini all'];

const ROOTS = {
  plain: 'export default function Root({ children }) {\n  return <div data-own-root="plain">{children}</div>;\n}\n',
  wrapping: [
    "import Root from '@theme-original/Root';",
    'export default function Wrapper(props) {',
    '  return <div data-own-root="wrapping"><Root {...props} /></div>;',
    '}\n',
  ].join('\n'),
} as const;

/** All files of a site of that shape, except those that Docusaurus creates. */
export function siteFiles(shape: SiteShape): SiteFiles {
  const { locales = ['en'], versions = false, blog = false, root } = shape;
  return {
    'package.json': JSON.stringify({
      name: `ibid-site-${shape.name}`,
      private: true,
      version: '0.0.0',
      ...(shape.forOldBrowsers === true ? {} : { browserslist: BROWSERS }),
    }),
    // Tests ask faster than readers.
    'ibid.config.json': JSON.stringify({ server: { questionsPerMinute: 1000, requestsPerMinute: 0 } }),
    'docusaurus.config.js': `export default ${JSON.stringify(configOf(shape), null, 2)};\n`,
    ...DOCS,
    ...(versions ? OLD_DOCS : {}),
    ...(blog ? BLOG : {}),
    ...(locales.includes('fr') ? FRENCH : {}),
    ...(root === undefined ? {} : { 'src/theme/Root.js': ROOTS[root] }),
  };
}

export async function writeSite(folder: string, shape: SiteShape): Promise<void> {
  for (const [path, text] of Object.entries(siteFiles(shape))) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function configOf(shape: SiteShape): object {
  const { baseUrl = '/', trailingSlash, locales = ['en'], blog = false, plugin = true, hashRouter = false } = shape;
  return {
    title: 'Rover handbook',
    url: SITE_URL,
    baseUrl,
    ...(trailingSlash === undefined ? {} : { trailingSlash }),
    future: { v4: true, ...(hashRouter ? { experimental_router: 'hash' } : {}) },
    onBrokenLinks: 'throw',
    i18n: { defaultLocale: locales[0], locales },
    presets: [
      [
        'classic',
        {
          docs: { lastVersion: 'current' },
          blog: blog ? { showReadingTime: false } : false,
          sitemap: false,
        },
      ],
    ],
    plugins: plugin ? ['@ibid/docusaurus-plugin'] : [],
    themeConfig: {
      navbar: {
        title: 'Rover',
        items: [
          { to: 'docs/intro', label: 'Intro' },
          { to: 'docs/parts', label: 'Parts' },
        ],
      },
    },
  };
}
