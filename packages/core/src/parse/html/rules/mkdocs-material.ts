import type { HtmlRules } from '../rules.ts';

/** MkDocs with the Material theme, 9.x. */
export const mkdocsMaterialRules: HtmlRules = {
  name: 'mkdocs-material',
  detect: 'meta[name=generator][content*=mkdocs-material]',
  content: ['article.md-content__inner', '.md-content'],
  title: '',
  drop: '.md-content__button, .md-source-file, .md-feedback, .md-tags, .md-typeset__scrollwrap > nav, .md-code__nav, .md-annotation, .md-clipboard',
  code: [{ match: '.highlight, .highlighttable', title: '.filename', line: '' }],
  admonitions: [
    {
      match: '.admonition',
      kindPrefix: '',
      generic: ['admonition', 'inline', 'end'],
      title: '.admonition-title',
      body: '',
    },
  ],
  tabs: [
    { match: '.tabbed-set', label: '.tabbed-labels > label', panel: '.tabbed-content > .tabbed-block' },
    { match: '.tabbed-set', label: '.tabbed-set > label', panel: '.tabbed-set > .tabbed-content' },
  ],
  quotes: '',
  footnote: '',
  skip: [],
  version: [],
};
