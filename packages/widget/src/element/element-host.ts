import { plainHost } from '../page/plain-host.ts';

let host: ReturnType<typeof plainHost> | undefined;

/** Returns the host for this page, one for all parts of the widget. If a citation led here from another page, it shows the words. */
export function elementHost(content: string): NonNullable<typeof host> {
  const {
    base: baseUrl,
    standalone,
    api = import.meta.url,
  } = document.querySelector<HTMLElement>('ibid-ask')?.dataset ?? {};
  return (host ??= plainHost({
    content,
    ...(baseUrl && { baseUrl }),
    isDocs: standalone === undefined,
    api,
    // On narrower screens the open panel covers the page.
    takesFocus: () => !matchMedia('(min-width: 997px)').matches,
  }));
}
