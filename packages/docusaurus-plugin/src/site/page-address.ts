import { canonicalUrl } from '@ibid/core';

/** What a route has after the site's base path; without a slash at its front. */
export function belowBase(route: string, baseUrl: string): string {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  const path = `${route}/`.startsWith(base) ? route.slice(base.length) : route;
  return path.replace(/^\/+/u, '');
}

/** The address of a page as the index knows it: canonical, below the root of its locale. */
export function pageAddress(root: string, route: string, baseUrl: string): string {
  return canonicalUrl(root + belowBase(route, baseUrl).replaceAll('?', '%3F').replaceAll('#', '%23'));
}

/** The first folder of a route; `root` for pages at the top. */
export function moduleOf(route: string, baseUrl: string): string {
  const segments = belowBase(route, baseUrl)
    .split('/')
    .filter((segment) => segment !== '');
  return segments.length > 1 ? decoded(segments[0]!) : 'root';
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
