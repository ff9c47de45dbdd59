import type { Destination, HostPage } from '@ibid/widget/config';
import { createSiteMap, hashOf, keepReveal, takeReveal } from '@ibid/widget/page';
import { mapOptions, type SiteShape } from './map-options.ts';
import { navigate } from './navigate.ts';
import { hasRoute, type SiteRoute } from './site-routes.ts';

export interface LinkParts extends SiteShape {
  readonly hashRouter: boolean;
  readonly routes: readonly SiteRoute[];
  /** Selector of what counts as the text of a page. */
  readonly content: string;
  readonly listeners: Set<() => void>;
}

/** Above it the panel stands beside the page, and keeps the focus. */
const WIDE = '(min-width: 997px)';

/** How to go to citations: without a reload where the page is part of this build, else by its link, and lit up when it has come. */
export function siteLinks(parts: LinkParts): Pick<HostPage, 'hrefOf' | 'go'> {
  const { baseUrl, hashRouter, content, routes, listeners } = parts;
  const map = createSiteMap(mapOptions(parts, location.origin));
  const landAt = async (to: Pick<Destination, 'anchor' | 'quote'>): Promise<void> => {
    const { land } = await import('./landing.ts');
    await land(to, { content, focus: !matchMedia(WIDE).matches });
  };
  const linkOf = (to: Destination): string => {
    const link = map.hrefOf(to);
    if (!hashRouter || map.pathOf(to.url) === undefined) return link;
    // One file holds the whole site, and it may be served anywhere.
    return `${location.pathname}#/${link.slice(baseUrl.length)}`;
  };

  const kept = takeReveal(parts.path());
  if (kept !== undefined) void landAt(kept);

  return {
    hrefOf: linkOf,
    async go(to) {
      const path = map.pathOf(to.url);
      if (path === undefined) return false;
      const { anchor, quote } = to;
      if (!hasRoute(routes, path)) {
        keepReveal({ path, anchor, quote });
        return false;
      }
      const isHere = map.isSamePage(to.url, parts.path());
      const hash = hashOf({ anchor, quote: '' });
      const link = hashRouter ? linkOf({ ...to, quote: '' }) : path + hash;
      // The page that is open may be spelled in another way, such as with a slash at its end.
      const isThere = await navigate({
        link: isHere && !hashRouter ? location.pathname + hash : link,
        isHere,
        hashRouter,
        listeners,
      });
      if (isThere) await landAt(to);
      return isThere;
    },
  };
}
