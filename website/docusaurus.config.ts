import type * as Preset from '@docusaurus/preset-classic';
import type { Config } from '@docusaurus/types';

/** The documentation of Ibid, as a site of files that answers by itself. */
const config: Config = {
  title: 'Ibid',
  tagline: 'An assistant for your docs that can only quote your docs',
  url: process.env['IBID_DOCS_URL'] ?? 'http://localhost:3000',
  baseUrl: process.env['IBID_DOCS_BASE'] ?? '/',
  future: { v4: true },
  onBrokenLinks: 'throw',
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  presets: [
    [
      'classic',
      {
        docs: {
          // Links between files hold as they do where the repository is read.
          path: '..',
          include: [
            'README.md',
            'ARCHITECTURE.md',
            'CONTRIBUTING.md',
            'CHANGELOG.md',
            'docs/{guide,wire,decisions}/*.md',
            'docs/{measurements,scaling}.md',
            'packages/docusaurus-plugin/README.md',
          ],
          routeBasePath: '/',
          sidebarPath: './sidebars.ts',
        },
        blog: false,
        pages: false,
      } satisfies Preset.Options,
    ],
  ],
  plugins: [
    [
      '@ibid/docusaurus-plugin',
      {
        // Readers ask how to use Ibid, not why it was built in this way.
        exclude: ['/docs/decisions/**'],
        suggestions: [
          'How do I change the port?',
          'How do I use OpenAI or Ollama?',
          'How do I publish without a server?',
        ],
      },
    ],
  ],
  themeConfig: { navbar: { title: 'Ibid' } } satisfies Preset.ThemeConfig,
};

export default config;
