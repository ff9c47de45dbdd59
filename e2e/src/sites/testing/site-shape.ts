/** How a generated Docusaurus site differs from the plainest one. */
export interface SiteShape {
  /** Of the folder it is written to; sites of one name and shape are built once. */
  readonly name: string;
  /** @default '/' */
  readonly baseUrl?: string;
  /** @default undefined, as Docusaurus has it */
  readonly trailingSlash?: boolean;
  /** The first one is the default; the pages are written in English, and some of them in French. @default en */
  readonly locales?: readonly string[];
  /** Keeps an older version of the docs beside the current one. @default false */
  readonly versions?: boolean;
  /** @default false */
  readonly blog?: boolean;
  /** The owner's own `src/theme/Root`: one that stands alone, or one around the theme's. @default none */
  readonly root?: 'plain' | 'wrapping';
  /** `docusaurus swizzle … IbidPanel --eject` is run. @default false */
  readonly ejected?: boolean;
  /** Paths stand behind a `#`, and no page is written as HTML. @default false */
  readonly hashRouter?: boolean;
  /** @default true */
  readonly plugin?: boolean;
  /** A module of the owner's that every page loads. @default none */
  readonly clientModule?: string;
}
