import type { CodeHighlighter, Destination, HostPage, PageContext } from '@ibid/widget/config';
import { readPlace } from './read-place.ts';
import type { SiteMap } from './site-map.ts';
import { navigate } from './navigate.ts';
import { hasRoute, type SiteRoute } from './site-routes.ts';

export interface HostParts {
  readonly map: SiteMap;
  readonly routes: readonly SiteRoute[];
  /** With a slash at its end. */
  readonly baseUrl: string;
  readonly hashRouter: boolean;
  /** Selector of what counts as the text of a page. */
  readonly content: string;
  readonly locale: string;
  readonly version: () => string;
  /** Called after each navigation; the same list as long as the page is loaded. */
  readonly listeners: Set<() => void>;
}

export interface DocusaurusHost extends HostPage {
  highlightCode: CodeHighlighter | undefined;
}

/** The site around the panel: where the reader is, and how to go elsewhere without a reload. */
export function docusaurusHost(parts: HostParts): DocusaurusHost {
  const { map, listeners, hashRouter, baseUrl } = parts;
  const path = (): string =>
    hashRouter ? baseUrl + location.hash.replace(/^#\/?/u, '').replace(/[?#].*$/su, '') : location.pathname;

  return {
    highlightCode: undefined,
    current(): PageContext {
      return { ...readPlace(parts.content), url: map.urlOf(path()), locale: parts.locale, version: parts.version() };
    },
    onNavigate(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hrefOf: ({ url, anchor }) => map.linkTo(url, anchor && `#${anchor}`),
    async go(to) {
      const target = map.pathOf(to.url);
      if (target === undefined || !hasRoute(parts.routes, target)) return false;
      const link = map.linkTo(to.url, to.anchor && `#${to.anchor}`);
      const isHere = map.urlOf(path()) === map.urlOf(target);
      if (!(await navigate({ link, isHere, hashRouter, listeners }))) return false;
      await land(parts, to);
      return true;
    },
  };
}

async function land(_parts: HostParts, _to: Destination): Promise<void> {}
