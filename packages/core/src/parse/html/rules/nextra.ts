import type { HtmlRules } from '../rules.ts';

/** Nextra 3 and 4 with the docs theme. */
export const nextraRules: HtmlRules = {
  name: 'nextra',
  detect: '[class*=nextra-]',
  content: ['[data-pagefind-body] article', 'article[data-pagefind-body]', '[class*=nextra-body] main', 'main'],
  title: '',
  drop: '.nextra-breadcrumb, .nextra-toc, .nextra-sidebar, .subheading-anchor, [class*=nextra-copy]',
  code: [{ match: '.nextra-code, .nextra-code-block', title: '.nextra-code-filename', line: '' }],
  admonitions: [
    { match: '.nextra-callout', kindPrefix: 'nextra-callout-', generic: ['nextra-callout'], title: '', body: '' },
  ],
  tabs: [{ match: '.nextra-tabs', label: '[role=tab]', panel: '[role=tabpanel]' }],
  quotes: '',
  footnote: '',
  skip: [],
  version: [],
};
