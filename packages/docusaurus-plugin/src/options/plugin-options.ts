import type { EmbedderSettings } from 'ibid';

/**
 * Options of the plugin in `docusaurus.config`. All are optional, and all are shipped to readers, so they must not contain secrets. A type
 * instead of an interface, because Docusaurus's type of options does not accept an interface.
 */
export type PluginOptions = {
  readonly id?: string;
  /** Address or path of the API. @default the server that serves the site, `ibid serve --site` or `docusaurus ibid:serve`; without one see `mode` */
  readonly api?: string;
  /**
   * `static`: no server is needed. The index is part of the site as files, and readers' browsers answer from them with quotes of the pages,
   * unless `ibid serve` serves the site. `server`: the API is at `api`, else at the origin of the page.
   * @default 'server' with `api`, `siteKey` or without `indexOnBuild`, else 'static'
   */
  readonly mode?: 'server' | 'static';
  /** In static mode: browsers keep the index after the panel was first opened, and then answer without a network. @default false */
  readonly offline?: boolean;
  /** In static mode: lets a model of the reader's browser, if there is one, choose the passage that answers. @default false */
  readonly deviceModel?: boolean;
  /** In static mode: address or path that receives readers' ratings of answers, like a server's `/api/feedback`; `'browser'` keeps them in the reader's browser. @default thumbs are not offered */
  readonly feedback?: string;
  /** Identifies the site to a server that counts questions per site. Every reader can see it. */
  readonly siteKey?: string;
  /** Index file, relative to the site. @default '.ibid/index.db' */
  readonly index?: string;
  /** Updates the index at the end of each `docusaurus build`. @default true */
  readonly indexOnBuild?: boolean;
  /** Fails the build if the index cannot be made. @default true */
  readonly failBuild?: boolean;
  /** Writes each page as Markdown next to it at each build, with `llms.txt` and `llms-full.txt`, and points agents to them. @default true */
  readonly markdown?: boolean;
  /** Behaviour of `docusaurus start`; `false` turns indexing and the API off. */
  readonly dev?: boolean | DevOptions;
  /** Shows the button at the edge of each page. @default true */
  readonly launcher?: boolean;
  /** Keys that open the panel, such as `Mod+I`, where `Mod` is Cmd on Apple systems and Ctrl elsewhere; `false` for none. @default 'Mod+I' */
  readonly shortcut?: string | false;
  /** Keys in the same form that open the search box; `false` for none. Another search on the site that uses them keeps them. @default 'Mod+K' */
  readonly searchShortcut?: string | false;
  /** Offers "Ask about this" next to selected text. @default true */
  readonly askSelection?: boolean;
  /** Up to 5 suggested first questions, for all languages or by locale of the site. */
  readonly suggestions?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Patterns of paths of pages to leave out of the index, such as `/blog/**`. @default those of `ibid.config.ts` */
  readonly exclude?: readonly string[];
  /** CSS selector of the main text of a page. @default the article of docs, posts and pages */
  readonly content?: string;
  /** Embedder that compares passages by meaning, as in `ibid.config.ts`. Keys of services go in the environment. */
  readonly embedder?: EmbedderSettings;
};

export interface DevOptions {
  /** Indexes the Markdown files at start and after every edit. @default true */
  readonly index?: boolean;
  /** Port of the API on this machine; 0 = any free one. @default 0 */
  readonly port?: number;
}

/** Options with defaults filled in: `''` for no API, site key or keys. */
export type ReadOptions = Required<Omit<PluginOptions, 'mode' | 'dev' | 'shortcut' | 'searchShortcut' | Unset>> &
  Pick<PluginOptions, 'mode' | Unset> & {
    readonly dev: Required<DevOptions>;
    readonly shortcut: string;
    readonly searchShortcut: string;
  };

type Unset = 'embedder' | 'exclude' | 'feedback';

/** `markdown` is off if no index is made at the end of the build. */
export type CheckedOptions = Omit<ReadOptions, 'mode'> & { readonly isStatic: boolean };
