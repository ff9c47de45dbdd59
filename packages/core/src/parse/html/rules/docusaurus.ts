import type { HtmlRules } from '../rules.ts';

/** Docusaurus 3; selectors checked on sites built with 3.1 to 3.10. */
export const docusaurusRules: HtmlRules = {
  name: 'docusaurus',
  detect: 'meta[name=generator][content^=Docusaurus]',
  content: [
    'article .theme-doc-markdown',
    'html.blog-post-page article .markdown',
    'html.mdx-page main article',
    'html.mdx-wrapper main article',
  ],
  title: 'html.blog-post-page article header h1, html.blog-post-page article header h2',
  drop: [
    '.theme-doc-breadcrumbs',
    '.theme-doc-version-badge',
    '.theme-doc-version-banner',
    '.theme-doc-toc-mobile',
    '.theme-doc-toc-desktop',
    '.theme-doc-footer',
    '.theme-edit-this-page',
    '.theme-unlisted-banner',
    '.theme-draft-banner',
    '.theme-contextual-draft-banner',
    '.pagination-nav',
    '[class*=codeLineNumber]',
    '[class*=buttonGroup_]',
  ].join(', '),
  code: [{ match: '.theme-code-block', title: '[class*=codeBlockTitle]', line: '.token-line' }],
  admonitions: [
    {
      match: '.theme-admonition',
      kindPrefix: 'theme-admonition-',
      generic: [],
      title: '[class*=admonitionHeading]',
      body: '[class*=admonitionContent]',
    },
  ],
  tabs: [
    { match: '.theme-tabs-container', label: '[role=tab]', panel: '[role=tabpanel]' },
    { match: '.tabs-container', label: '[role=tab]', panel: '[role=tabpanel]' },
  ],
  quotes: '',
  footnote: '',
  skip: [
    { match: 'html.docs-doc-page:not([class*=docs-doc-id-])', why: 'it is a list of a category made by Docusaurus' },
    { match: 'html[class*=docs-tags-]', why: 'it is a list of tags made by Docusaurus' },
    { match: 'html[class*=blog-tags-]', why: 'it is a list of tags made by Docusaurus' },
    { match: 'html.blog-list-page', why: 'it is a list of blog posts made by Docusaurus' },
    { match: 'html.plugin-blog:not(.blog-wrapper)', why: 'it is a list of blog posts made by Docusaurus' },
    { match: 'html[class*=blog-authors-]', why: 'it is a list of blog authors made by Docusaurus' },
    {
      match: 'html[class*=search]:not(.docs-wrapper):not(.blog-wrapper):not(.plugin-pages)',
      why: 'it is a search page',
    },
    { match: 'html.plugin-native', why: 'it is an error page or made by a plugin' },
  ],
  version: ['meta[name=docusaurus_version]'],
};
