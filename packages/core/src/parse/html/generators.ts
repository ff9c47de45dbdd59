import { find, type HtmlParent } from './dom.ts';

/** Rules for the pages of one site generator. Strings are selectors as `matches` understands them; one that is left out matches nothing. */
export interface HtmlRules {
  readonly name: string;
  /** Matches somewhere in every page of the generator. */
  readonly detect?: string;
  /** Places of the article, best first; the first selector that matches anything is used, with all its matches. */
  readonly content: readonly string[];
  /** Heading that names the page; the first `h1` of the content where it is left out. */
  readonly title?: string;
  /** Parts of the content that are not the article. */
  readonly drop: string;
  readonly code: readonly CodeRule[];
  readonly admonitions: readonly AdmonitionRule[];
  readonly tabs: readonly TabsRule[];
  /** Elements that the generator's styles set on lines of their own though their tags do not. */
  readonly apart?: string;
  /** Badges, which are left out unless they say that something is, for example, deprecated. */
  readonly badge?: string;
  /** Elements read as block quotes in addition to `blockquote`. */
  readonly quotes?: string;
  /** Pages without an article of their own, and why. */
  readonly skip: readonly { readonly match: string; readonly why: string }[];
  /** Matches the element whose text or `content` attribute names the version. */
  readonly version: readonly string[];
}

/** A wrapper that belongs to one code block. */
export interface CodeRule {
  readonly match: string;
  /** Element with the file name or caption. */
  readonly title?: string;
  /** Elements that hold one line each; the `pre` is read as it is if none matches. */
  readonly line?: string;
  /** Those of these elements that a diff takes out: no code to copy. */
  readonly gone?: string;
}

export interface AdmonitionRule {
  readonly match: string;
  /** The class that begins with this names the kind; left out, the first class that says more than that this is an admonition. */
  readonly kindPrefix?: string;
  readonly title?: string;
  /** Element with the children; left out, all but the title. */
  readonly body?: string;
}

/** Labels and panels are paired in document order. */
export interface TabsRule {
  readonly match: string;
  /** @default '[role=tab]' */
  readonly label?: string;
  /** @default '[role=tabpanel]' */
  readonly panel?: string;
}

/** Conventions that hold on pages of any generator. */
export const commonRules: HtmlRules = {
  name: 'common',
  content: ['[data-pagefind-body]', '[role=main]', 'main article', 'main', 'article'],
  drop: `[data-pagefind-ignore]:not(starlight-file-tree), .no-print, nav, [role=navigation], [role=search], a.headerlink, a.hash-link,
    a.header-anchor, a.anchorjs-link, a.anchor-link, a.heading-anchor, a.skip-link, .linenos, .lineno,
    .line-numbers, .line-numbers-rows, .copy-button, .copybtn, .table-of-contents, .breadcrumb, .breadcrumbs,
    .edit-page-link, #footnote-label, a[data-footnote-ref], sup.footnote-reference, sup.footnote-ref, a.footnote-ref,
    sup.footnote-definition-label, a.footnote-reference, a[data-footnote-backref], a.footnote-backref,
    a.footnote-back, a.data-footnote-backref`,
  code: [{ match: 'div.highlight, figure.highlight', title: '.filename, .caption-text' }],
  admonitions: [
    { match: '.admonition', title: '.admonition-title, .admonition-heading, .admonitionHeading' },
    { match: '.markdown-alert', kindPrefix: 'markdown-alert-', title: '.markdown-alert-title' },
  ],
  tabs: [],
  apart: 'fieldset label',
  skip: [
    { match: 'meta[name=robots][content*=noindex]', why: 'the page asks not to be indexed (robots noindex)' },
    { match: 'meta[name=robots][content*=none]', why: 'the page asks not to be indexed (robots none)' },
  ],
  version: ['meta[name="docsearch:version"]', 'meta[name=version]'],
};

/** The table of one generator: what it leaves out is as on any page. */
type GeneratorRules = Pick<HtmlRules, 'name' | 'detect' | 'content' | 'drop'> & Partial<HtmlRules>;

/** Says what `own` says, and what holds on any page where that is silent. */
function withCommon(own: GeneratorRules): HtmlRules {
  return {
    ...commonRules,
    ...own,
    drop: `${own.drop}, ${commonRules.drop}`,
    code: [...(own.code ?? []), ...commonRules.code],
    admonitions: [...(own.admonitions ?? []), ...commonRules.admonitions],
    skip: [...(own.skip ?? []), ...commonRules.skip],
    version: [...(own.version ?? []), ...commonRules.version],
  };
}

/** Docusaurus 3; selectors checked on sites built with 3.1 to 3.10. */
const docusaurusRules: GeneratorRules = {
  name: 'docusaurus',
  detect: 'meta[name=generator][content^=Docusaurus]',
  content: [
    'article .theme-doc-markdown',
    'html.blog-post-page article .markdown',
    'html.mdx-page main article',
    'html.mdx-wrapper main article',
  ],
  title: 'html.blog-post-page article header h1, html.blog-post-page article header h2',
  drop: `.theme-doc-breadcrumbs, .theme-doc-version-badge, .theme-doc-version-banner, .theme-doc-toc-mobile,
    .theme-doc-toc-desktop, .theme-doc-footer, .theme-edit-this-page, .theme-unlisted-banner, .theme-draft-banner,
    .theme-contextual-draft-banner, .pagination-nav, [class*=codeLineNumber], [class*=buttonGroup_]`,
  code: [{ match: '.theme-code-block', title: '[class*=codeBlockTitle]', line: '.token-line' }],
  admonitions: [
    {
      match: '.theme-admonition',
      kindPrefix: 'theme-admonition-',
      title: '[class*=admonitionHeading]',
      body: '[class*=admonitionContent]',
    },
  ],
  tabs: [{ match: '.theme-tabs-container' }, { match: '.tabs-container' }],
  skip: [
    { match: 'html.docs-doc-page:not([class*=docs-doc-id-])', why: 'it is a list of a category made by Docusaurus' },
    { match: 'html[class*=docs-tags-], html[class*=blog-tags-]', why: 'it is a list of tags made by Docusaurus' },
    {
      match: 'html.blog-list-page, html.plugin-blog:not(.blog-wrapper)',
      why: 'it is a list of blog posts made by Docusaurus',
    },
    { match: 'html[class*=blog-authors-]', why: 'it is a list of blog authors made by Docusaurus' },
    {
      match: 'html[class*=search]:not(.docs-wrapper):not(.blog-wrapper):not(.plugin-pages)',
      why: 'it is a search page',
    },
    { match: 'html.plugin-native', why: 'it is an error page or made by a plugin' },
  ],
  version: ['meta[name=docusaurus_version]'],
};

/** MkDocs with the Material theme, 9.x. */
const mkdocsMaterialRules: GeneratorRules = {
  name: 'mkdocs-material',
  detect: 'meta[name=generator][content*=mkdocs-material]',
  content: ['article.md-content__inner', '.md-content'],
  drop: `.md-content__button, .md-source-file, .md-feedback, .md-tags, .md-typeset__scrollwrap > nav, .md-code__nav,
    .md-annotation, .md-clipboard`,
  code: [{ match: '.highlight, .highlighttable', title: '.filename' }],
  tabs: [
    { match: '.tabbed-set', label: '.tabbed-labels > label', panel: '.tabbed-content > .tabbed-block' },
    { match: '.tabbed-set', label: '.tabbed-set > label', panel: '.tabbed-set > .tabbed-content' },
  ],
};

/** VitePress 1.x. */
const vitepressRules: GeneratorRules = {
  name: 'vitepress',
  detect: 'meta[name=generator][content^=VitePress]',
  content: ['.VPHome', 'main .vp-doc', '.vp-doc'],
  drop: 'span.lang, button.copy, .line-numbers-wrapper, .VPHero .name, .VPHero .actions',
  badge: '.VPBadge',
  title: '.VPHero .name',
  code: [{ match: 'div[class*=language-]', line: 'span.line', gone: 'span.line.remove' }],
  admonitions: [{ match: '.custom-block:not(details)', title: '.custom-block-title' }],
  tabs: [{ match: '.vp-code-group', label: '.tabs label', panel: '.blocks > div' }],
};

/** Starlight on Astro. */
const starlightRules: GeneratorRules = {
  name: 'starlight',
  detect: '.sl-markdown-content',
  content: ['.sl-markdown-content'],
  title: 'h1#_top',
  drop: `a.sl-anchor-link, .copy, .expressive-code .header .sr-only, .expressive-code .gutter,
    starlight-file-tree .sr-only`,
  code: [{ match: '.expressive-code', title: 'figcaption .title', line: '.ec-line', gone: '.ec-line.del' }],
  admonitions: [
    {
      match: '.starlight-aside',
      kindPrefix: 'starlight-aside--',
      title: '.starlight-aside__title',
      body: '.starlight-aside__content',
    },
  ],
  tabs: [{ match: 'starlight-tabs' }],
  apart: 'fieldset label, .sl-link-card .title, .sl-link-card .description',
};

/** Sphinx with the furo, Read the Docs or alabaster theme. */
const sphinxRules: GeneratorRules = {
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
  drop: `a.headerlink, .linenos, .viewcode-link, .viewcode-back, .toctree-wrapper, .contents.topic, .contents.local,
    .sphinxsidebar, .rst-footer-buttons, .related, .related-pages, .backrefs, .fn-backref, .footnote > .label,
    .citation > .label, .edit-this-page, .prev-next-area`,
  code: [
    {
      match: 'div.literal-block-wrapper, div[class^=highlight-]',
      title: '.code-block-caption .caption-text',
    },
  ],
  tabs: [
    { match: '.sphinx-tabs' },
    { match: '.sd-tab-set', label: '.sd-tab-set > label', panel: '.sd-tab-set > .sd-tab-content' },
  ],
  skip: [
    { match: '#genindex, .genindextable, .indextable', why: 'it is an index made by Sphinx' },
    { match: '#search-results, #search-documentation', why: 'it is a search page' },
  ],
  version: ['.wy-side-nav-search .version', '.sidebar-brand-text .version'],
};

/**
 * mdBook. `.boring` marks the lines of Rust code that mdBook hides from the reader. `section.note` and `figure.listing` come
 * from preprocessors that published books use for block quotes and code listings.
 */
const mdbookRules: GeneratorRules = {
  name: 'mdbook',
  detect: '#mdbook-content main, #content.content main, #page-wrapper #content',
  content: ['#mdbook-content main', '#content main', 'main'],
  drop: `.boring, ol.footnote-definition a[href^=#fr-], .nav-wrapper, .nav-wide-wrapper, #menu-bar, #sidebar,
    .mobile-nav-chapters, .buttons`,
  admonitions: [
    { match: '.blockquote-tag', kindPrefix: 'blockquote-tag-', title: '.blockquote-tag-title' },
    { match: 'div.warning' },
  ],
  quotes: 'section.note',
};

/** Nextra 3 and 4 with the docs theme. */
const nextraRules: GeneratorRules = {
  name: 'nextra',
  detect: '[class*=nextra-]',
  content: ['[data-pagefind-body] article', 'article[data-pagefind-body]', '[class*=nextra-body] main', 'main'],
  drop: '.nextra-breadcrumb, .nextra-toc, .nextra-sidebar, .subheading-anchor, [class*=nextra-copy]',
  code: [{ match: '.nextra-code, .nextra-code-block', title: '.nextra-code-filename' }],
  admonitions: [{ match: '.nextra-callout', kindPrefix: 'nextra-callout-' }],
  tabs: [{ match: '.nextra-tabs' }],
};

/** Most certain marks first. */
const generators: readonly HtmlRules[] = [
  docusaurusRules,
  mkdocsMaterialRules,
  vitepressRules,
  starlightRules,
  sphinxRules,
  mdbookRules,
  nextraRules,
].map(withCommon);

/** Rules of the generator that made the page; the common ones for any other. */
export function findRules(document: HtmlParent): HtmlRules {
  return generators.find((rules) => find(document, rules.detect) !== undefined) ?? commonRules;
}
