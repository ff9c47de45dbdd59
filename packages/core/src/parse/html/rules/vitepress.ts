import type { HtmlRules } from '../rules.ts';

/** VitePress 1.x. */
export const vitepressRules: HtmlRules = {
  name: 'vitepress',
  detect: 'meta[name=generator][content^=VitePress]',
  content: ['main .vp-doc', '.vp-doc'],
  title: '',
  drop: 'span.lang, button.copy, .line-numbers-wrapper, .VPBadge',
  code: [{ match: 'div[class*=language-]', title: '', line: 'span.line' }],
  admonitions: [
    {
      match: '.custom-block:not(details)',
      kindPrefix: '',
      generic: ['custom-block', 'github-alert'],
      title: '.custom-block-title',
      body: '',
    },
  ],
  tabs: [{ match: '.vp-code-group', label: '.tabs label', panel: '.blocks > div' }],
  quotes: '',
  footnote: '',
  skip: [],
  version: [],
};
