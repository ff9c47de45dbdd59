import type { CapturedSelection } from '../exchange/exchange.ts';
import type { Messages } from '../messages/en.ts';

/** The page, and the part of it, that the reader is looking at. */
export interface PageContext {
  /** Canonical address of the page as it is in the index: without hash and query. `''` if the page is not part of the docs. */
  readonly url: string;
  readonly title: string;
  /** Nearest heading above the visible text; `undefined` at the top. */
  readonly section: { readonly id: string; readonly title: string } | undefined;
  /** `''` if the site has none. */
  readonly locale: string;
  readonly version: string;
}

/** Splits code into coloured pieces; `undefined` for an unknown language. The site styles the `className`s. */
export type CodeHighlighter = (
  code: string,
  language: string,
) => readonly (readonly { readonly text: string; readonly className: string }[])[] | undefined;

/** A place on the site to open and highlight. */
export interface Destination {
  /** Address of the page as it is in the index. */
  readonly url: string;
  readonly anchor: string;
  /** Words to highlight; `''` highlights the section only. */
  readonly quote: string;
  /** Also moves the keyboard focus there. @default true where the panel would cover the page */
  readonly focus?: boolean;
}

/** Part of the state of a history entry: the words shown there, for a reload and for the way back. A router may remove it. */
export interface EntryState {
  readonly ibidShown?: Pick<Destination, 'anchor' | 'quote'>;
}

/** Connects the widget to the site around it. Docusaurus has its own implementation; every other site uses `plainHost`. */
export interface HostPage {
  current(): PageContext;
  /** Calls `listener` after each navigation without a reload. Returns a function that stops this. */
  onNavigate(listener: () => void): () => void;
  /**
   * Address of an indexed page within this site: with its base path, its trailing slash style and a text fragment, so that the
   * link also works in a new tab. Pages of other sites keep their address. Returns `''` for anything but http(s).
   */
  hrefOf(to: Destination): string;
  /**
   * Shows the place without a reload and highlights it. Resolves to false if that is not possible here; the caller then lets the
   * browser follow the link.
   */
  go(to: Destination): Promise<boolean>;
  readonly highlightCode: CodeHighlighter | undefined;
  /** Address of the open page as Markdown; `''` if there is none. @default the address in a `link` in the page's head */
  markdown?(): string;
  /** Display name that the site gives a version, such as `2.0` for `current`. Without this function the version itself is shown. */
  versionName?(version: string): string;
}

/** Request from the launcher to open the panel. */
export interface OpenRequest {
  /** Text to fill into the composer. */
  readonly question?: string;
  /** Asks `question` immediately. */
  readonly ask?: boolean;
  /**
   * `question` came from the address the page was loaded with, so anybody may have written it. It is asked immediately only if a
   * page of this site led here.
   */
  readonly linked?: boolean;
  readonly selection?: CapturedSelection;
  /** The panel was open before the page was reloaded: it takes no focus and plays no opening animation. */
  readonly restored?: boolean;
  /** Element that gets the focus when the panel closes. */
  readonly opener?: HTMLElement | undefined;
}

/** Settings made by the owner of a site. Small, plain data, because it is shipped with every page. */
export interface WidgetConfig {
  /** Address or path of the API, without a trailing slash; `''` for the root of the page's own origin. */
  readonly api: string;
  /** Sent as `X-Ibid-Site-Key`; `''` sends no header. */
  readonly siteKey: string;
  /** Language of the panel's text, as BCP 47. Arabic, Hebrew, Persian and Urdu are written from right to left. */
  readonly locale: string;
  /** Texts that replace the built-in ones. */
  readonly messages: Partial<Messages>;
  /** Key combination such as `Mod+I`, where `Mod` is Cmd on Apple systems and Ctrl elsewhere; `''` for none. */
  readonly shortcut: string;
  /** Key combination that opens the search box, in the same form; `''` for none. */
  readonly searchShortcut: string;
  /** Shows the button at the edge of the page. Without it, `[data-ibid-open]` and the shortcut still open the panel. */
  readonly launcher: boolean;
  /** Offers "Ask about this" next to selected text. */
  readonly askSelection: boolean;
  /** CSS selector of the elements that contain the page's text. */
  readonly content: string;
  /** Suggested first questions. At most 5. */
  readonly suggestions: readonly string[];
  /** The page exists only for the panel and is not part of the docs: questions are answered from all pages. */
  readonly standalone?: boolean;
  /** Storage key for exchanges; must be unique for each site of an origin. */
  readonly storageKey: string;
}
