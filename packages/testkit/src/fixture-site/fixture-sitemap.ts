import type { FixtureResponse } from './fixture-site.ts';

/** A sitemap of pages, or with `index` of sitemaps. Addresses may begin with `{origin}`. */
export function fixtureSitemap(
  addresses: readonly string[],
  options: { readonly index?: boolean } = {},
): FixtureResponse & { readonly body: string } {
  const [root, entry] = options.index === true ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
  const entries = addresses.map((address) => `<${entry}><loc>${address}</loc></${entry}>`).join('\n');
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</${root}>`,
  };
}
