import type { Config } from '@docusaurus/types';
import type * as Preset from '@docusaurus/preset-classic';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import { darkCode } from './src/theme-data/dark-code';
import { lightCode } from './src/theme-data/light-code';
import { resolveTranslatedLink } from './src/theme-data/resolve-translated-link';

const config: Config = {
  title: 'Physical AI & Humanoid Robotics',
  tagline: 'From the first node to a robot that understands what it is told',
  favicon: 'img/mark.svg',
  url: 'http://localhost:3210',
  baseUrl: '/',
  future: { v4: true },
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  markdown: {
    format: 'detect',
    mermaid: true,
    mdx1Compat: { headingIds: true },
    hooks: { onBrokenMarkdownLinks: resolveTranslatedLink },
  },
  themes: ['@docusaurus/theme-mermaid'],
  clientModules: ['./src/client-modules/scroll-by-keyboard.ts'],
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
          lastVersion: 'current',
          versions: {
            current: { label: '2026' },
            2025: { label: '2025', path: '2025', banner: 'unmaintained' },
          },
          remarkPlugins: [remarkMath],
          rehypePlugins: [rehypeKatex],
        },
        blog: false,
        theme: { customCss: './src/css/custom.css' },
      } satisfies Preset.Options,
    ],
  ],
  plugins: [
    [
      '@ibid/docusaurus-plugin',
      {
        suggestions: {
          en: [
            'What is physical AI?',
            'How do I install ROS 2?',
            'When are publisher and subscriber incompatible?',
            'What is domain randomisation?',
          ],
          ur: ['فزیکل اے آئی کیا ہے؟', 'کیا ہیومنائیڈ کو محفوظ بنانے کے لیے emergency stop کافی ہے؟'],
        },
      },
    ],
  ],
  themeConfig: {
    metadata: [
      { name: 'theme-color', content: '#0b6170' },
      { name: 'author', content: 'The authors of the Physical AI book' },
    ],
    navbar: {
      title: 'Physical AI',
      logo: { alt: 'A two-link robot arm inside a loop', src: 'img/mark.svg', width: 32, height: 32 },
      items: [
        { type: 'docSidebar', sidebarId: 'book', label: 'Read', position: 'left' },
        { type: 'doc', docId: 'reference/glossary', label: 'Glossary', position: 'left' },
        { type: 'doc', docId: 'reference/faq', label: 'FAQ', position: 'left' },
        { type: 'docsVersionDropdown', position: 'right' },
        { type: 'localeDropdown', position: 'right' },
      ],
    },
    footer: {
      links: [
        {
          title: 'Begin',
          items: [
            { label: 'Introduction', to: '/docs' },
            { label: 'What is physical AI?', to: '/docs/foundations/what-is-physical-ai' },
            { label: 'Nodes and topics', to: '/docs/robot-software/nodes-and-topics' },
          ],
        },
        {
          title: 'Look up',
          items: [
            { label: 'Troubleshooting', to: '/docs/reference/troubleshooting' },
            { label: 'Glossary', to: '/docs/reference/glossary' },
            { label: 'FAQ', to: '/docs/reference/faq' },
          ],
        },
        {
          title: 'Stay safe',
          items: [
            { label: 'Safety and deployment', to: '/docs/learning-and-humanoids/safety-and-deployment' },
            { label: 'Risk assessment', to: '/docs/learning-and-humanoids/risk-assessment' },
          ],
        },
      ],
      copyright: 'Original text and code under the MIT licence. No cookies, no tracking.',
    },
    prism: { theme: lightCode, darkTheme: darkCode, additionalLanguages: ['bash', 'cmake', 'diff'] },
    mermaid: { theme: { light: 'neutral', dark: 'dark' } },
    docs: { sidebar: { autoCollapseCategories: true } },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    colorMode: { respectPrefersColorScheme: true },
  } satisfies Preset.ThemeConfig,
};

export default config;
