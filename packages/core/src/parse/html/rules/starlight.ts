import type { HtmlRules } from '../rules.ts';

/** Starlight on Astro. */
export const starlightRules: HtmlRules = {
  name: 'starlight',
  detect: '.sl-markdown-content',
  content: ['.sl-markdown-content'],
  title: 'h1#_top',
  drop: 'a.sl-anchor-link, .copy, .expressive-code .header .sr-only, .expressive-code .gutter',
  code: [{ match: '.expressive-code', title: 'figcaption .title', line: '.ec-line' }],
  admonitions: [
    {
      match: '.starlight-aside',
      kindPrefix: 'starlight-aside--',
      generic: [],
      title: '.starlight-aside__title',
      body: '.starlight-aside__content',
    },
  ],
  tabs: [{ match: 'starlight-tabs', label: '[role=tab]', panel: '[role=tabpanel]' }],
  apart: '.sl-link-card .title, .sl-link-card .description',
  quotes: '',
  footnote: '',
  skip: [],
  version: [],
};
