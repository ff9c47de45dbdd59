import config from '@generated/docusaurus.config.mjs';
import globalData from '@generated/globalData.json';
import i18n from '@generated/i18n.json';
import routes from '@generated/routes.js';
import { Prism } from '@ibid-site/prism';
import { adoptStyle } from '@ibid/widget/page';
import { mountPanelWith, type PanelModule } from '@ibid/widget/panel';
import IbidPanel from '@theme/IbidPanel';
import { codeHighlighter, codeStyle } from './code-colors.ts';
import { type DocusaurusHost, notify } from './docusaurus-host.ts';
import { siteLinks, versionName, type LinkParts } from './site-links.ts';

/** Loads everything the panel needs, when a reader first shows intent to open it: its code, style, messages, citation links and code colours. */
export async function loadPanel(
  host: DocusaurusHost,
  parts: Omit<LinkParts, 'trailingSlash' | 'i18n' | 'routes'> & {
    readonly version: () => string;
    readonly markdown: boolean;
  },
): Promise<PanelModule> {
  const { default: panel } = await import('@ibid-site/panel-data');
  const { trailingSlash, themeConfig } = config;
  adoptStyle(panel.css);
  adoptStyle(codeStyle(themeConfig['prism']));
  Object.assign(host, siteLinks({ ...parts, trailingSlash, i18n, routes }));
  const docs = globalData['docusaurus-plugin-content-docs'] ?? {};
  host.versionName = (version) => versionName(docs, version);
  if (parts.markdown) host.markdown = () => markdownOf(location.pathname, parts.baseUrl);
  if (Prism !== undefined) host.highlightCode = codeHighlighter(Prism);
  watchVersion(parts);
  const { messages, suggestions } = panel;
  return {
    async mountPanel(options) {
      if (options.root instanceof Element) prefetchLinks(options.root);
      return mountPanelWith(messages, { ...options, config: { ...options.config, suggestions }, component: IbidPanel });
    },
  };
}

/** Docusaurus marks the root element of pages written by authors. Pages that it generates from others have no Markdown. */
const WRITTEN = '[class*=docs-doc-id-],.blog-post-page,.plugin-pages';

function markdownOf(path: string, baseUrl: string): string {
  if (!document.documentElement.matches(WRITTEN)) return '';
  return path === baseUrl ? `${baseUrl}index.md` : `${path.replace(/\/$|\.html$/u, '')}.md`;
}

/** Prefetches the page of a link in `root` when the pointer moves over it, as the site's own links do. */
function prefetchLinks(root: Element): void {
  const { docusaurus } = window as Window & { docusaurus?: { prefetch?(path: string): unknown } };
  root.addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin === location.origin) docusaurus?.prefetch?.(link.pathname);
  });
}

/** Notifies the listeners again when the version in the page's head changes, which happens some time after the navigation event. */
function watchVersion(parts: { readonly version: () => string; readonly listeners: Set<() => void> }): void {
  const { version, listeners } = parts;
  let known = version();
  const look = (): void => {
    const now = version();
    if (now === known) return;
    known = now;
    notify(listeners);
  };
  new MutationObserver(look).observe(document.head, { childList: true, subtree: true, attributes: true });
}
