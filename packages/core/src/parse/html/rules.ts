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

/** Says what `specific` says, and what `common` says where that is silent. */
export function withCommon(specific: HtmlRules, common: HtmlRules): HtmlRules {
  return {
    ...specific,
    drop: joined(specific.drop, common.drop),
    quotes: joined(specific.quotes, common.quotes),
    footnote: joined(specific.footnote, common.footnote),
    code: [...specific.code, ...common.code],
    admonitions: [...specific.admonitions, ...common.admonitions],
    tabs: [...specific.tabs, ...common.tabs],
    skip: [...specific.skip, ...common.skip],
    version: [...specific.version, ...common.version],
  };
}

function joined(first: string, second: string): string {
  return [first, second].filter((part) => part !== '').join(', ');
}
