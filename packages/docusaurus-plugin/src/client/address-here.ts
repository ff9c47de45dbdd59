export interface SitePlace {
  /** Address of the locale's root as the index knows it; with a slash at its end. */
  readonly root: string;
  /** With a slash at its end. */
  readonly baseUrl: string;
  readonly hashRouter: boolean;
}

/** Path of the page that is open, as the site has it without the hash router. */
export function pathHere({ baseUrl, hashRouter }: Pick<SitePlace, 'baseUrl' | 'hashRouter'>): string {
  return hashRouter ? baseUrl + location.hash.replace(/^#\/?|[?#].*/gu, '') : location.pathname;
}

/** Address of the page that is open, as the index knows it. */
export function addressHere(place: SitePlace): string {
  const path = pathHere(place);
  const below = path.startsWith(place.baseUrl) ? path.slice(place.baseUrl.length) : '';
  return place.root + below.replace(/(?:(?:^|\/)index\.html)?\/*$/u, '');
}
