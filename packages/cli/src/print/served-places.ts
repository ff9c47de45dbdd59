import type { SiteOptions } from '@ibid/server';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Addresses of the API that a site could have a page at, which nobody would see then. */
const ENDPOINTS = ['query', 'ingest', 'ask', 'health', 'ready', 'metrics', 'agent/ask', 'api/ask', 'api/docs'];

/** What a server shows, and where, for its owner: one line each. `url` is without a slash at the end. */
export function servedPlaces(served: {
  readonly url: string;
  readonly site: SiteOptions | undefined;
  readonly widgetFolder: string | undefined;
}): readonly string[] {
  const { url, site, widgetFolder } = served;
  const isBuilt = widgetFolder !== undefined && existsSync(join(widgetFolder, 'ibid-ask.js'));
  return [
    ...(site === undefined ? [] : [`  site    ${url}${site.base}  from ${relative('', site.folder) || '.'}`]),
    `  ask     ${url}${site === undefined ? '/' : '/ask'}`,
    `  API     ${url}/api/docs`,
    isBuilt
      ? `  panel   <script type="module" src="${url}/widget/ibid-ask.js"></script>  for the pages of any site`
      : '  panel   is not built; run `npm run build`',
    ...hiddenPages(site).map((path) => `  The site's page at ${path} is not shown: the address is Ibid's.`),
  ];
}

function hiddenPages(site: SiteOptions | undefined): readonly string[] {
  if (site === undefined) return [];
  const { folder, base } = site;
  return ENDPOINTS.filter((path) => `/${path}`.startsWith(base))
    .filter((path) => {
      const name = join(folder, path.slice(base.length - 1));
      return [`${name}.html`, join(name, 'index.html')].some((file) => existsSync(file));
    })
    .map((path) => `/${path}`);
}
