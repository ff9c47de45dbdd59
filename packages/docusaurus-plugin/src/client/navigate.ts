export interface Navigation {
  readonly link: string;
  /** Whether the reader is on the page already. */
  readonly isHere: boolean;
  readonly hashRouter: boolean;
  readonly listeners: Set<() => void>;
}

/** A page whose code cannot be had never comes; the link is then followed as any other. */
const PATIENCE_MS = 8_000;

/**
 * Goes to a page of the site as its own links do, without a reload. The router is out of reach of an own root, but hears what the browser
 * says when a reader goes back. Resolves to whether the page has come.
 */
export async function navigate({ link, isHere, hashRouter, listeners }: Navigation): Promise<boolean> {
  if (link === location.pathname + location.search + location.hash) return true;
  const arrived =
    isHere ||
    new Promise<boolean>((resolve) => {
      const done = (isThere: boolean): void => {
        listeners.delete(listener);
        clearTimeout(timer);
        resolve(isThere);
      };
      const listener = (): void => done(true);
      const timer = setTimeout(done, PATIENCE_MS, false);
      listeners.add(listener);
    });
  if (hashRouter) {
    location.hash = link.slice(link.indexOf('#'));
  } else {
    history.pushState({ key: Math.random().toString(36).slice(2, 8) }, '', link);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }
  return arrived;
}
