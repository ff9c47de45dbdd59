import type { CapturedSelection } from '../exchange/exchange.ts';

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
