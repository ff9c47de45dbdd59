import config from '@generated/docusaurus.config.mjs';
import i18n from '@generated/i18n.json';
import routes from '@generated/routes.js';
import { adoptStyle } from '@ibid/widget/page';
import { mountSearchWith, type SearchModule } from '@ibid/widget/search';
import type { DocusaurusHost } from './docusaurus-host.ts';
import { siteLinks, type LinkParts } from './site-links.ts';

/** Loads everything the search box needs: its code, style, messages and links to results. */
export async function loadSearch(
  host: DocusaurusHost,
  parts: Omit<LinkParts, 'trailingSlash' | 'i18n' | 'routes'>,
): Promise<SearchModule> {
  const { default: search } = await import('@ibid-site/search-data');
  adoptStyle(search.css);
  Object.assign(host, siteLinks({ ...parts, trailingSlash: config.trailingSlash, i18n, routes }));
  return { mountSearch: async (options) => mountSearchWith(search.messages, options) };
}
