/** As much of `window.docusaurus` as is used. */
interface Prefetcher {
  prefetch(path: string): unknown;
}

/** Fetches the page of a link in `root` when the pointer comes to it, as the site's own links do. */
export function prefetchLinks(root: Element): void {
  const { docusaurus } = window as Window & { docusaurus?: Partial<Prefetcher> };
  root.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === location.origin) docusaurus?.prefetch?.(link.pathname);
  });
}
