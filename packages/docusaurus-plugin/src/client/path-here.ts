/** Path of the page that is open, as the site would have it without the hash router. */
export function pathHere(baseUrl: string, hashRouter: boolean): string {
  return hashRouter ? baseUrl + location.hash.replace(/^#\/?|[?#].*/gu, '') : location.pathname;
}
