export interface SitePlace {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** With a slash at its end. */
  readonly baseUrl: string;
  /** Path of the page that is open, as the site would have it without the hash router. */
  readonly path: () => string;
}

/** Address of the page that is open, as the index knows it. */
export function addressHere({ root, baseUrl, path }: SitePlace): string {
  const here = path();
  return (
    root + (here.startsWith(baseUrl) ? here.slice(baseUrl.length) : '').replace(/(?:(?:^|\/)index\.html)?\/*$/u, '')
  );
}
