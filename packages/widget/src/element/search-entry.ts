/** The search box with its style for a shadow root, and the code that leads to places on the page. */
import { loadMessages } from '../messages/load-messages.ts';
import { mountSearchWith, type SearchHandle, type SearchMountOptions } from '../search/mount-search.ts';
import searchStyle from '../search/search.css';
import { elementHost } from './element-host.ts';
import { readPanelConfig } from './read-config.ts';

export async function mountSearch({ root }: SearchMountOptions): Promise<SearchHandle> {
  const shadow = root as ShadowRoot;
  const element = shadow.host as HTMLElement;
  const sheet = new CSSStyleSheet();
  // Font size set by the reader in pixels: the page's own root size must not apply here.
  sheet.replaceSync(`:host{--ibid-rem:${Number.parseFloat(getComputedStyle(element).fontSize)}px}${searchStyle}`);
  shadow.adoptedStyleSheets.push(sheet);
  const config = readPanelConfig(element);
  return mountSearchWith(await loadMessages(config.locale), { root, config, host: elementHost(config.content) });
}
