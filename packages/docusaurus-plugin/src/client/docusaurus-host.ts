import type { CodeHighlighter, HostPage } from '@ibid/widget/config';
import { addressHere, type SitePlace } from './address-here.ts';
import { readPlace } from './read-place.ts';

/** The site around the panel. What only an open panel needs comes with it: until then it leads nowhere. */
export type DocusaurusHost = { -readonly [K in keyof HostPage]: HostPage[K] };

export interface HostParts extends SitePlace {
  /** Selector of what counts as the text of a page. */
  readonly content: string;
  readonly locale: string;
  readonly version: () => string;
  /** Called after each navigation; the same as long as the page is loaded. */
  readonly listeners: Set<() => void>;
}

export function docusaurusHost(parts: HostParts): DocusaurusHost {
  const { content, locale, version, listeners } = parts;
  return {
    highlightCode: undefined as CodeHighlighter | undefined,
    current: () => ({ ...readPlace(content), url: addressHere(parts), locale, version: version() }),
    onNavigate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hrefOf: () => '',
    go: () => Promise.resolve(false),
  };
}
