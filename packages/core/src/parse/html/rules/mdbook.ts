import type { HtmlRules } from '../rules.ts';

/**
 * mdBook. `.boring` marks the lines of Rust code that mdBook hides from the reader. `section.note` and `figure.listing` come
 * from preprocessors that published books use for block quotes and code listings.
 */
export const mdbookRules: HtmlRules = {
  name: 'mdbook',
  detect: '#mdbook-content main, #content.content main, #page-wrapper #content',
  content: ['#mdbook-content main', '#content main', 'main'],
  title: '',
  drop: '.boring, ol.footnote-definition a[href^=#fr-], .nav-wrapper, .nav-wide-wrapper, #menu-bar, #sidebar, .mobile-nav-chapters, .buttons',
  code: [],
  admonitions: [
    {
      match: '.blockquote-tag',
      kindPrefix: 'blockquote-tag-',
      generic: [],
      title: '.blockquote-tag-title',
      body: '',
    },
    { match: 'div.warning', kindPrefix: '', generic: [], title: '', body: '' },
  ],
  tabs: [],
  quotes: 'section.note',
  footnote: 'div.footnote-definition',
  skip: [],
  version: [],
};
