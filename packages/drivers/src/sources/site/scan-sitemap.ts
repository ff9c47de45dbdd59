/**
 * Reads the addresses out of a sitemap or sitemap index.
 *
 * This is a scanner and not an XML parser, on purpose: a sitemap has one thing that is wanted, `<loc>` in `<url>` or
 * `<sitemap>`, and everything that makes XML dangerous is what a scanner does not have. There are no entities but the five of
 * the standard and character numbers, so none can be defined or expanded; external files are never read; nesting costs
 * nothing; and the time is linear in the length. `<image:loc>` and other namespaces are told apart by the root's prefix.
 * Plain-text sitemaps, one address a line, are read too.
 */

export interface ScannedSitemap {
  readonly type: 'pages' | 'index' | 'none';
  /** In order, as written, at most `limit`. */
  readonly locations: readonly string[];
  readonly truncated: boolean;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function scanSitemap(text: string, limit: number): ScannedSitemap {
  const source = text.replace(/^\uFEFF/, '').trimStart();
  return source.startsWith('<') ? scanXml(source, limit) : scanLines(source, limit);
}

function scanLines(source: string, limit: number): ScannedSitemap {
  const lines = source
    .split(/\s*[\r\n]\s*/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\/\S+$/i.test(line))) {
    return { type: 'none', locations: [], truncated: false };
  }
  return { type: 'pages', locations: lines.slice(0, limit), truncated: lines.length > limit };
}

function scanXml(source: string, limit: number): ScannedSitemap {
  const locations: string[] = [];
  let type: ScannedSitemap['type'] = 'none';
  let prefix = '';
  let inEntry = false;
  let location: string | undefined;

  for (let at = 0; at < source.length;) {
    const open = source.indexOf('<', at);
    if (location !== undefined) location += decodeText(source.slice(at, open === -1 ? undefined : open));
    if (open === -1) break;
    if (source.startsWith('<!--', open)) {
      at = after(source, '-->', open + 4);
    } else if (source.startsWith('<![CDATA[', open)) {
      at = after(source, ']]>', open + 9);
      if (location !== undefined) location += source.slice(open + 9, at - 3);
    } else if (source.startsWith('<?', open)) {
      at = after(source, '?>', open + 2);
    } else if (source.startsWith('<!', open)) {
      at = afterDeclaration(source, open + 2);
    } else {
      at = after(source, '>', open + 1);
      const [, slash = '', tagPrefix = '', name = ''] =
        /^<(\/?)(?:([\w.-]+):)?([\w.-]+)/.exec(source.slice(open, Math.min(at, open + 200))) ?? [];
      if (type === 'none') {
        if (slash !== '' || (name !== 'urlset' && name !== 'sitemapindex')) break;
        type = name === 'urlset' ? 'pages' : 'index';
        prefix = tagPrefix;
      } else if (tagPrefix === prefix) {
        if (name === 'url' || name === 'sitemap') inEntry = slash === '';
        else if (name === 'loc' && inEntry) {
          if (slash === '') location = '';
          else if (location !== undefined) {
            const written = location.trim();
            location = undefined;
            if (written === '' || written.includes('\u0000')) continue;
            if (locations.length === limit) return { type, locations, truncated: true };
            locations.push(written);
          }
        }
      }
    }
  }
  return { type, locations, truncated: false };
}

function after(source: string, end: string, from: number): number {
  const found = source.indexOf(end, from);
  return found === -1 ? source.length : found + end.length;
}

/** A document type may hold declarations in brackets; none of them is read. */
function afterDeclaration(source: string, from: number): number {
  const stop = /[>[]/g;
  stop.lastIndex = from;
  const found = stop.exec(source);
  if (found === null) return source.length;
  return found[0] === '>' ? found.index + 1 : after(source, '>', after(source, ']', found.index));
}

/** Unknown entities become NUL, which no address holds, so that the entry is dropped. */
function decodeText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : '\u0000';
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
  });
}
