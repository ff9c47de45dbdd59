import type { Config } from '@docusaurus/types';
import type * as Preset from '@docusaurus/preset-classic';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';

const config: Config = {
  title: 'Physical AI & Humanoid Robotics',
  tagline: 'From the first node to a robot that understands what it is told',
  favicon: 'img/mark.svg',
  url: 'http://localhost:3000',
  baseUrl: '/',
  future: { v4: true },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  markdown: { format: 'detect', mermaid: true, mdx1Compat: { headingIds: true } },
  themes: ['@docusaurus/theme-mermaid'],
  i18n: {
    defaultLocale: 'en',
    locales: ['en', 'ur'],
    localeConfigs: { en: { label: 'English' }, ur: { label: 'اردو', direction: 'rtl', htmlLang: 'ur' } },
  },
  presets: [
    [
      'classic',
      {
        docs: {
          sidebarPath: './sidebars.ts',
          remarkPlugins: [remarkMath],
          rehypePlugins: [rehypeKatex],
        },
        blog: false,
        theme: { customCss: './src/css/custom.css' },
      } satisfies Preset.Options,
    ],
  ],
  plugins: ['@ibid/docusaurus-plugin'],
  themeConfig: {
    navbar: {
      title: 'Physical AI',
      items: [
        { type: 'docSidebar', sidebarId: 'book', label: 'Read', position: 'left' },
        { type: 'docsVersionDropdown', position: 'right' },
        { type: 'localeDropdown', position: 'right' },
      ],
    },
    colorMode: { respectPrefersColorScheme: true },
  } satisfies Preset.ThemeConfig,
};

export default config;
