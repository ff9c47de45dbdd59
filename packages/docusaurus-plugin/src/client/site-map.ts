/** How this build of the site is addressed. */
export interface SiteShape {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** With a slash at its end. */
  readonly baseUrl: string;
  readonly trailingSlash: boolean | undefined;
  /** Whether paths stand behind a `#`. */
  readonly hashRouter: boolean;
}

export interface SiteMap {
  /** Address of a page, as the index knows it, by its path in this site. */
  urlOf(path: string): string;
  /** Path in this site, as its own links have it; `undefined` for what is not below its root. */
  pathOf(url: string): string | undefined;
  /** What a link has for a page and a place in it: a path on the site's own host, else an address; `''` for anything but http(s). */
  linkTo(url: string, hash: string): string;
}

export function siteMap({ root, baseUrl, trailingSlash, hashRouter }: SiteShape): SiteMap {
  const own = URL.parse(root)!;

  function pathOf(url: string): string | undefined {
    const parsed = URL.parse(url);
    const path = `${parsed?.pathname}`;
    // The index may have been made for another host: previews and copies stand elsewhere with the same paths.
    if (parsed?.host !== own.host || !`${path}/`.startsWith(own.pathname)) return undefined;
    const rest = path.slice(own.pathname.length).replace(/\/+$/u, '');
    const slash = trailingSlash === true && rest !== '' && !/\.html?$/u.test(rest) ? '/' : '';
    return baseUrl + rest + slash;
  }

  return {
    urlOf(path) {
      const rest = path.startsWith(baseUrl) ? path.slice(baseUrl.length) : '';
      return new URL((own.pathname + rest).replace(/(?:\/|\/index\.html)+$/u, ''), own.origin).href;
    },
    pathOf,
    linkTo(url, hash) {
      const path = pathOf(url);
      if (path !== undefined) return hashRouter ? `${baseUrl}#/${path.slice(baseUrl.length)}${hash}` : path + hash;
      const parsed = URL.parse(url);
      if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') return '';
      // Another language of this site.
      return (parsed.host === own.host ? parsed.pathname : parsed.href) + hash;
    },
  };
}
