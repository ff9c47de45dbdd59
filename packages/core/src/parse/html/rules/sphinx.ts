import type { HtmlRules } from '../rules.ts';

/** Sphinx with the furo, Read the Docs or alabaster theme. */
export const sphinxRules: HtmlRules = {
  name: 'sphinx',
  detect:
    'meta[name=generator][content^=Docutils], link[href*="_static/pygments.css"], script[src*="_static/documentation_options.js"]',
  content: [
    'article[role=main]',
    '[role=main] [itemprop=articleBody]',
    '[role=main]',
    'div.document div.body',
    'div.document',
  ],
  title: '',
  drop: [
    'a.headerlink',
    '.linenos',
    '.viewcode-link',
    '.viewcode-back',
    '.toctree-wrapper',
    '.contents.topic',
    '.contents.local',
    '.sphinxsidebar',
    '.rst-footer-buttons',
    '.related',
    '.related-pages',
    '.backrefs',
    '.fn-backref',
    '.footnote > .label',
    '.citation > .label',
    '.edit-this-page',
    '.prev-next-area',
  ].join(', '),
  code: [
    {
      match: 'div.literal-block-wrapper, div[class^=highlight-]',
      title: '.code-block-caption .caption-text',
      line: '',
    },
  ],
  admonitions: [
    {
      match: '.admonition',
      kindPrefix: '',
      generic: ['admonition', 'docutils', 'container'],
      title: '.admonition-title',
      body: '',
    },
  ],
  tabs: [
    { match: '.sphinx-tabs', label: '[role=tab]', panel: '[role=tabpanel]' },
    { match: '.sd-tab-set', label: '.sd-tab-set > label', panel: '.sd-tab-set > .sd-tab-content' },
  ],
  quotes: '',
  footnote: '',
  skip: [
    { match: '#genindex, .genindextable, .indextable', why: 'it is an index made by Sphinx' },
    { match: '#search-results, #search-documentation', why: 'it is a search page' },
  ],
  version: ['.wy-side-nav-search .version', '.sidebar-brand-text .version'],
};
