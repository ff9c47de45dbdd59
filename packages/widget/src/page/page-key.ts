/** Equal for two spellings of one page's path: escapes, a slash, `index.html` or `.html` at the end do not count. */
export function pageKey(path: string): string {
  const short = path.replace(/\/{2,}/g, '/').replace(/(?:\/|\/index\.html|(?<=[^/])\.html)+$/, '');
  try {
    return decodeURI(short).normalize('NFC') || '/';
  } catch {
    return short || '/';
  }
}
