/** As the index writes addresses: http or https without query, hash, `index.html` and slashes at the end; `''` for anything else. */
export function pageUrl(address: string, base?: string): string {
  if (!URL.canParse(address, base)) return '';
  const { protocol, host, pathname } = new URL(address, base);
  return /^https?:$/.test(protocol)
    ? `${protocol}//${host}${pathname.replace(/(?:\/(?:index\.html)?)+$/, '') || '/'}`
    : '';
}
