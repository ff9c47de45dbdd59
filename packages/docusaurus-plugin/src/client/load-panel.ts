import config from '@generated/docusaurus.config.mjs';
import globalData from '@generated/globalData.json';
import i18n from '@generated/i18n.json';
import routes from '@generated/routes.js';
import { Prism } from '@ibid-site/prism';
import { mountPanel, type PanelModule } from '@ibid/widget/panel';
import IbidPanel from '@theme/IbidPanel';
import { adoptStyle } from './adopt-style.ts';
import { codeHighlighter } from './code-highlighter.ts';
import { codeStyle } from './code-style.ts';
import type { DocusaurusHost } from './docusaurus-host.ts';
import { versionName } from './version-name.ts';
import { prefetchLinks } from './prefetch-links.ts';
import { siteLinks, type LinkParts } from './site-links.ts';
import { watchVersion } from './watch-version.ts';

/** All that is fetched at the first intent: the panel, its style and words, the ways to its citations, the site's colours of code. */
export async function loadPanel(
  host: DocusaurusHost,
  parts: Omit<LinkParts, 'trailingSlash' | 'i18n' | 'routes'> & { readonly version: () => string },
): Promise<PanelModule> {
  const { default: panel } = await import('@ibid-site/panel-data');
  const { trailingSlash, themeConfig } = config;
  adoptStyle(panel.css);
  adoptStyle(codeStyle(themeConfig['prism']));
  Object.assign(host, siteLinks({ ...parts, trailingSlash, i18n, routes }));
  const docs = globalData['docusaurus-plugin-content-docs'] ?? {};
  host.versionName = (version) => versionName(docs, version);
  if (Prism !== undefined) host.highlightCode = codeHighlighter(Prism);
  watchVersion(parts);
  const { messages, suggestions } = panel;
  return {
    mountPanel(options) {
      if (options.root instanceof Element) prefetchLinks(options.root);
      return mountPanel({ ...options, config: { ...options.config, messages, suggestions }, component: IbidPanel });
    },
  };
}
