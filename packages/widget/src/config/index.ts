import type { CapturedSelection } from '../exchange/exchange.ts';
import type { Messages } from '../messages/en.ts';

/** Where the reader is. */
export interface PageContext {
  /** Canonical address of the page, as the index knows it: without hash and query. `''` for one that is no page of the docs. */
  readonly url: string;
  readonly title: string;
  /** Nearest heading above what is read; `undefined` at the top. */
  readonly section: { readonly id: string; readonly title: string } | undefined;
  /** `''` when the site has none. */
  readonly locale: string;
  readonly version: string;
}

/** Colours one piece of code; `undefined` when the language is not known. `className`s are styled by the site or by the panel's own CSS. */
export type CodeHighlighter = (
  code: string,
  language: string,
) => readonly (readonly { readonly text: string; readonly className: string }[])[] | undefined;

/** A place on the site to go to and to light up. */
export interface Destination {
  /** As the index knows the page. */
  readonly url: string;
  readonly anchor: string;
  /** Words to light up; `''` for the section alone. */
  readonly quote: string;
  /** Takes the keyboard's focus there too. @default where the panel would cover the page */
  readonly focus?: boolean;
}

/** The site around the widget. Docusaurus has one of its own; any other site gets `plainHost`. */
export interface HostPage {
  current(): PageContext;
  /** Called after each navigation without a reload; returns how to end it. */
  onNavigate(listener: () => void): () => void;
  /**
   * Address in this site, under the base path and with the trailing slash that it uses, for a page of the index; with a text
   * fragment, so that it lands also in a new tab. Pages of other sites keep their address; anything but http(s) gives `''`.
   */
  hrefOf(to: Destination): string;
  /** Shows it without a reload and lights it up. False when that cannot be done here; the caller then lets the link be followed. */
  go(to: Destination): Promise<boolean>;
  readonly highlightCode: CodeHighlighter | undefined;
  /** Address of the open page as Markdown; `''` where there is none. @default what a `link` in the page's head says */
  markdown?(): string;
  /** What the site calls a version when it speaks to readers, such as `2.0` for `current`. Without it a version is called what it is. */
  versionName?(version: string): string;
}

/** Told by the launcher: what the reader wants of the panel. */
export interface OpenRequest {
  /** Fills the composer. */
  readonly question?: string;
  /** Asks `question` at once. */
  readonly ask?: boolean;
  /** `question` stood in the address that the page was loaded with: anybody may have written it. It is asked at once only where a page of this site led here. */
  readonly linked?: boolean;
  readonly selection?: CapturedSelection;
  /** Was open before the page was loaded anew: it takes no focus and plays no entry. */
  readonly restored?: boolean;
  /** Gets the focus when the panel closes. */
  readonly opener?: HTMLElement | undefined;
}

/** What the owner of a site sets. Small, plain data: it is shipped with every page. */
export interface WidgetConfig {
  /** Where the API is: an address or a path, without a slash at the end; `''` for the root of the page's own origin. */
  readonly api: string;
  /** Sent as `X-Ibid-Site-Key`; `''` sends none. */
  readonly siteKey: string;
  /** BCP 47; of the words of the panel. Arabic, Hebrew, Persian and Urdu are written from the right. */
  readonly locale: string;
  /** Own words instead of those that come along. */
  readonly messages: Partial<Messages>;
  /** Such as `Mod+I`, where `Mod` is Cmd on Apple's systems and Ctrl elsewhere; `''` for none. */
  readonly shortcut: string;
  /** Keys in the same form that open the search box; `''` for none. */
  readonly searchShortcut: string;
  /** Shows the button at the edge of the page; without it `[data-ibid-open]` and the shortcut open the panel. */
  readonly launcher: boolean;
  /** Offers "Ask about this" beside selected text. */
  readonly askSelection: boolean;
  /** CSS selector of what counts as the text of a page. */
  readonly content: string;
  /** Questions to begin with. At most 5. */
  readonly suggestions: readonly string[];
  /** The page is there for the panel alone, and is no page of the docs: questions go to all of them. */
  readonly standalone?: boolean;
  /** Where exchanges are kept; unique for each site of an origin. */
  readonly storageKey: string;
}
