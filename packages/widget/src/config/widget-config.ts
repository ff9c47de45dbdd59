import type { Messages } from '../messages/en.ts';

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
