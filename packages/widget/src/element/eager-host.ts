import type { HostPage, PageContext } from '../config/host-page.ts';

/** As much of the page as the launcher asks for; `panel-entry.ts` puts the whole host in its place. */
export function eagerHost(signal: AbortSignal): HostPage {
  const host: Pick<HostPage, 'onNavigate'> & { current(): Partial<PageContext> } = {
    current: () => ({
      url: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href || location.href,
      title: document.title,
    }),
    onNavigate(listener) {
      (window as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', listener, { signal });
      return () => undefined;
    },
  };
  return host as HostPage;
}
