/** Loaded on demand: the panel with its style for a shadow root, and the code that leads to places on the page. */
import { loadMessages } from '../messages/load-messages.ts';
import { pageUrl } from '../page/page-address.ts';
import { type MountOptions, mountPanelWith, type PanelHandle } from '../panel/mount-panel.tsx';
import panelStyle from '../panel/panel.css';
import { elementHost } from './element-host.ts';
import { readPanelConfig } from './read-config.ts';

const sheet = new CSSStyleSheet();

export { elementHost as resume };

/** Milliseconds for which the panel waits for the address that its links need. */
const LINKS_MS = 300;

export async function mountPanel({ root, config: { content, locale } }: MountOptions): Promise<PanelHandle> {
  const shadow = root as ShadowRoot;
  const { host: element } = shadow;
  // Font size set by the reader in pixels: the page's own root size must not apply here.
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  sheet.replaceSync(`:where(:root){--ibid-rem:${size}px}${panelStyle}`);
  // Also on the page, where these styles make space for the panel.
  for (const place of [document, shadow]) {
    if (!place.adoptedStyleSheets.includes(sheet)) place.adoptedStyleSheets.push(sheet);
  }
  const host = elementHost(content);
  // Links of questions that were kept are drawn at once, but the panel is not kept waiting.
  await Promise.race([host.ready, new Promise((resolve) => setTimeout(resolve, LINKS_MS))]);
  const config = readPanelConfig(element as HTMLElement);
  const handle = mountPanelWith(await loadMessages(locale), { root, config, host });
  return {
    ...handle,
    open({ selection, ...request }) {
      handle.open(selection ? { ...request, selection: { ...selection, url: pageUrl(selection.url) } } : request);
    },
  };
}
