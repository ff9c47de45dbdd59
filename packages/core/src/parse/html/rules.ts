/** What is known about one site generator's pages. All strings are selectors as `selector.ts` understands them; `''` matches nothing. */
export interface HtmlRules {
  readonly name: string;
  /** Matches somewhere in every page of the generator. */
  readonly detect: string;
  /** Where the article stands, best first; the first one that matches anything is taken, with all its matches. */
  readonly content: readonly string[];
  /** Heading that names the page; the first `h1` of the content when `''`. */
  readonly title: string;
  /** Parts of the content that are not the article. */
  readonly drop: string;
  readonly code: readonly CodeRule[];
  readonly admonitions: readonly AdmonitionRule[];
  readonly tabs: readonly TabsRule[];
  /** Elements that the generator's styles set on lines of their own though their tags do not. @default none */
  readonly apart?: string;
  /** Elements read as block quotes beside `blockquote`. */
  readonly quotes: string;
  /** Single footnotes that stand where they are defined. */
  readonly footnote: string;
  /** Pages without an article of their own, and why. */
  readonly skip: readonly { readonly match: string; readonly why: string }[];
  /** Matches the element whose text or `content` attribute names the version. */
  readonly version: readonly string[];
}

/** A wrapper that belongs to one code block. */
export interface CodeRule {
  readonly match: string;
  /** Element with the file name or caption. */
  readonly title: string;
  /** Elements that hold one line each; the `pre` is read as it stands when none matches. */
  readonly line: string;
}

export interface AdmonitionRule {
  readonly match: string;
  /** The class that begins with this names the kind; `''` = the first class that is not in `generic`. */
  readonly kindPrefix: string;
  /** Classes that do not name a kind. */
  readonly generic: readonly string[];
  readonly title: string;
  /** Element with the children; `''` = all but the title. */
  readonly body: string;
}

/** Labels and panels are paired in document order. */
export interface TabsRule {
  readonly match: string;
  readonly label: string;
  readonly panel: string;
}

/** Conventions that hold on pages of any generator. */
export const commonRules: HtmlRules = {
  name: 'common',
  detect: '',
  content: ['[data-pagefind-body]', '[role=main]', 'main article', 'main', 'article'],
  title: '',
  drop: [
    '[data-pagefind-ignore]',
    '.no-print',
    'nav',
    '[role=navigation]',
    '[role=search]',
    'a.headerlink',
    'a.hash-link',
    'a.header-anchor',
    'a.anchorjs-link',
    'a.anchor-link',
    'a.heading-anchor',
    'a.skip-link',
    '.linenos',
    '.lineno',
    '.line-numbers',
    '.line-numbers-rows',
    '.copy-button',
    '.copybtn',
    '.table-of-contents',
    '.breadcrumb',
    '.breadcrumbs',
    '.edit-page-link',
    'a[data-footnote-ref]',
    'sup.footnote-reference',
    'sup.footnote-ref',
    'a.footnote-ref',
    'sup.footnote-definition-label',
    'a.footnote-reference',
    'a[data-footnote-backref]',
    'a.footnote-backref',
    'a.footnote-back',
    'a.data-footnote-backref',
  ].join(', '),
  code: [{ match: 'div.highlight, figure.highlight', title: '.filename, .caption-text', line: '' }],
  admonitions: [
    {
      match: '.admonition',
      kindPrefix: '',
      generic: ['admonition', 'alert'],
      title: '.admonition-title, .admonition-heading, .admonitionHeading',
      body: '',
    },
    { match: '.markdown-alert', kindPrefix: 'markdown-alert-', generic: [], title: '.markdown-alert-title', body: '' },
  ],
  tabs: [],
  quotes: '',
  footnote: '',
  skip: [
    { match: 'meta[name=robots][content*=noindex]', why: 'the page asks not to be indexed (robots noindex)' },
    { match: 'meta[name=robots][content*=none]', why: 'the page asks not to be indexed (robots none)' },
  ],
  version: ['meta[name="docsearch:version"]', 'meta[name=version]'],
};

/** The table of one generator: what it leaves out is as on any page. */
export type GeneratorRules = Pick<HtmlRules, 'name' | 'detect' | 'content' | 'drop' | 'admonitions'> &
  Partial<HtmlRules>;

/** Says what `own` says, and what holds on any page where that is silent. */
export function withCommon(own: GeneratorRules): HtmlRules {
  return {
    ...commonRules,
    ...own,
    drop: `${own.drop}, ${commonRules.drop}`,
    code: [...(own.code ?? []), ...commonRules.code],
    admonitions: [...own.admonitions, ...commonRules.admonitions],
    skip: [...(own.skip ?? []), ...commonRules.skip],
    version: [...(own.version ?? []), ...commonRules.version],
  };
}
