import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns a function from a page's address to its anchors, read from a folder of built HTML; `undefined` for an address without a file. */
export function builtSite(root: string, siteUrl: string): (url: string) => Promise<ReadonlySet<string> | undefined> {
  const known = new Map<string, Promise<ReadonlySet<string> | undefined>>();
  const read = async (url: string): Promise<ReadonlySet<string> | undefined> => {
    const base = siteUrl.replace(/\/$/, '');
    if (url !== base && !url.startsWith(`${base}/`)) return undefined;
    const path = decodeURIComponent(url.slice(base.length)).replace(/^\/|\/$/g, '');
    for (const file of [path, `${path}.html`, join(path, 'index.html')]) {
      if (!file.endsWith('.html')) continue;
      const html = await readFile(join(root, file), 'utf8').catch(() => undefined);
      if (html !== undefined) return elementIds(html);
    }
    return undefined;
  };
  return (url) => {
    const page = known.get(url) ?? read(url);
    known.set(url, page);
    return page;
  };
}

/** Ids of all elements, read independently of the product's parser. */
export function elementIds(html: string): ReadonlySet<string> {
  const markup = html.replace(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>/gi, '');
  const ids = new Set<string>();
  for (const [tag] of markup.matchAll(/<[a-z][^>]*>/gi)) {
    const found = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(tag);
    if (found !== null) ids.add(decode(found[1] ?? found[2] ?? found[3] ?? ''));
  }
  return ids;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return NAMED[name ?? ''] ?? whole;
    },
  );
}
