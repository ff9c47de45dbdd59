import type { HostPage } from '../config/index.ts';
import { plainHost } from '../page/plain-host.ts';

let host: HostPage | undefined;

/** The site around the element, one for all of its parts; goes on where a citation led to this page from another one. */
export function elementHost(content: string): HostPage {
  const {
    base: baseUrl,
    standalone,
    api = import.meta.url,
  } = document.querySelector<HTMLElement>('ibid-ask')?.dataset ?? {};
  return (host ??= plainHost({
    content,
    ...(baseUrl && { baseUrl }),
    isDocs: standalone === undefined,
    isServed: standalone === undefined && new URL(api, location.href).origin === location.origin,
    // What is narrower than this is covered by the panel while it is open.
    takesFocus: () => !matchMedia('(min-width: 997px)').matches,
  }));
}
