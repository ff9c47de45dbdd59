import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a built page really carries, read without the product's own parser. */
export interface BuiltPage {
  readonly ids: ReadonlySet<string>;
  /** Texts of the headings as `headingKey` makes them. */
  readonly headings: ReadonlySet<string>;
}

/** Pages of a folder of built HTML by their address; `undefined` for an address without a file. */
export function builtSite(root: string, siteUrl: string): (url: string) => Promise<BuiltPage | undefined> {
  const known = new Map<string, Promise<BuiltPage | undefined>>();
  const read = async (url: string): Promise<BuiltPage | undefined> => {
    const base = siteUrl.replace(/\/$/, '');
    if (url !== base && !url.startsWith(`${base}/`)) return undefined;
    const path = decodeURIComponent(url.slice(base.length)).replace(/^\/|\/$/g, '');
    for (const file of [path, `${path}.html`, join(path, 'index.html')]) {
      if (!file.endsWith('.html')) continue;
      const html = await readFile(join(root, file), 'utf8').catch(() => undefined);
      if (html !== undefined) return builtPage(html);
    }
    return undefined;
  };
  return (url) => {
    const page = known.get(url) ?? read(url);
    known.set(url, page);
    return page;
  };
}

export function builtPage(html: string): BuiltPage {
  const markup = html.replace(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1>/gi, '');
  const ids = new Set<string>();
  for (const [tag] of markup.matchAll(/<[a-z][^>]*>/gi)) {
    const found = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i.exec(tag);
    if (found !== null) ids.add(decode(found[1] ?? found[2] ?? found[3] ?? ''));
  }
  const headings = new Set<string>();
  for (const [, , content = ''] of markup.matchAll(/<h([1-6])\b[^>]*>([\s\S]*?)<\/h\1>/gi)) {
    headings.add(headingKey(decode(content.replace(/<[^>]*>/g, ''))));
  }
  return { ids, headings };
}

/** As a reader would compare them: typographic marks, case and white space do not count; other punctuation does. */
export function headingKey(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[-–—]+/g, '-')
    .replaceAll('…', '...')
    .replace(/[\u200B-\u200D\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
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
