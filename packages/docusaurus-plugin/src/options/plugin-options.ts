import type { EmbedderSettings } from 'ibid';

/**
 * What `docusaurus.config` may say of the plugin. All of it is optional, and all of it is shipped to readers: no secrets.
 * No interface, because Docusaurus' own type of options takes none.
 */
export type PluginOptions = {
  readonly id?: string;
  /** Where the panel finds the API: an address or a path. @default the server that serves the site, `ibid serve --site` or `docusaurus ibid:serve`; without one see `mode` */
  readonly api?: string;
  /**
   * `static`: the site needs no server, its index is written into it as files, and readers' browsers answer from them, in the words of the
   * pages, unless `ibid serve` serves the site. `server`: the API is at `api`, else at the page's own origin.
   * @default 'server' with `api`, `siteKey` or without `indexOnBuild`, else 'static'
   */
  readonly mode?: 'server' | 'static';
  /** Where the site answers by itself: browsers keep the index once the panel was opened, and then answer without a network. @default false */
  readonly offline?: boolean;
  /** Where the site answers by itself: a model of the reader's browser, if there is one, chooses the passage that answers. @default false */
  readonly deviceModel?: boolean;
  /** Where the site answers by itself: address or path that takes what readers think of answers, as a server's `/api/feedback` does. @default thumbs are not offered */
  readonly feedback?: string;
  /** Names the site to a server that counts questions by site; every reader sees it. */
  readonly siteKey?: string;
  /** Index file, relative to the site. @default '.ibid/index.db' */
  readonly index?: string;
  /** Brings the index up to the site at the end of each `docusaurus build`. @default true */
  readonly indexOnBuild?: boolean;
  /** Whether a site whose index cannot be made is not built either. @default true */
  readonly failBuild?: boolean;
  /** Writes each page as Markdown beside it at the end of each build, with `llms.txt` and `llms-full.txt`, and leads agents there. @default true */
  readonly markdown?: boolean;
  /** What `docusaurus start` does; `false` for nothing. */
  readonly dev?: boolean | DevOptions;
  /** Shows the button at the edge of each page. @default true */
  readonly launcher?: boolean;
  /** Such as `Mod+I`, where `Mod` is Cmd on Apple's systems and Ctrl elsewhere; `false` for none. @default 'Mod+I' */
  readonly shortcut?: string | false;
  /** Keys in the same form that open the search box; `false` for none. Another search of the site that takes them keeps them. @default 'Mod+K' */
  readonly searchShortcut?: string | false;
  /** Offers "Ask about this" beside selected text. @default true */
  readonly askSelection?: boolean;
  /** Up to 5 questions to begin with, for all languages or by locale of the site. */
  readonly suggestions?: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** CSS selector of what counts as the text of a page. @default the article of docs, posts and pages */
  readonly content?: string;
  /** As in `ibid.config.ts`: how passages are compared by meaning. Keys of services stand in the environment. */
  readonly embedder?: EmbedderSettings;
};

export interface DevOptions {
  /** Indexes the Markdown files at start and at every edit. @default true */
  readonly index?: boolean;
  /** Of the API on this machine; 0 = any free one. @default 0 */
  readonly port?: number;
}

/** With every default filled in: `''` where the owner names no API, site key or keys, and no Markdown without an index at the end of the build. */
export type CheckedOptions = Required<
  Omit<PluginOptions, 'mode' | 'dev' | 'shortcut' | 'searchShortcut' | 'embedder' | 'feedback'>
> & {
  readonly isStatic: boolean;
  readonly dev: Required<DevOptions>;
  readonly shortcut: string;
  readonly searchShortcut: string;
  readonly embedder: EmbedderSettings | undefined;
  readonly feedback: string | undefined;
};
