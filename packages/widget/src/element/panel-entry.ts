/** The second stage: the panel with its style, for a shadow root, and all that leads to places on the page. */
import type { HostPage } from '../config/index.ts';
import { plainHost } from '../page/plain-host.ts';
import { pageUrl } from '../page/page-address.ts';
import { type MountOptions, type PanelHandle, mountPanel as mount } from '../panel/mount-panel.tsx';
import panelStyle from '../panel/panel.css';
import { readPanelConfig } from './read-config.ts';

const sheet = new CSSStyleSheet();
let host: HostPage | undefined;

/** Goes on where a citation led to this page from another one. */
export function resume(content: string): HostPage {
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

export async function mountPanel({ root, config }: MountOptions): Promise<PanelHandle> {
  const shadow = root as ShadowRoot;
  const { host: element } = shadow;
  // In pixels of the reader's own choice: what the page says of the size of its root is not meant for us.
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  sheet.replaceSync(`:where(:root){--ibid-rem:${size}px}${panelStyle}`);
  // On the page too: it makes room for the panel.
  for (const place of [document, shadow]) {
    if (!place.adoptedStyleSheets.includes(sheet)) place.adoptedStyleSheets.push(sheet);
  }
  const handle = await mount({ root, config: readPanelConfig(element as HTMLElement), host: resume(config.content) });
  return {
    ...handle,
    open({ selection, ...request }) {
      handle.open(selection ? { ...request, selection: { ...selection, url: pageUrl(selection.url) } } : request);
    },
  };
}
