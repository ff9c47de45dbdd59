/** What the address of a page depends on, as its head says it. */
export interface PageHead {
  /** As written; `''` when the page names none. */
  readonly canonical: string;
  readonly generator: string;
}

const HEAD_CHARACTERS = 256 * 1024;
const TAG = /<(link|meta)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Scans the tags of the head without building a tree: every page is looked at on each listing. */
export function pageHead(html: string): PageHead {
  const end = html.search(/<body[\s>]/i);
  const head = html.slice(0, end < 0 ? HEAD_CHARACTERS : Math.min(end, HEAD_CHARACTERS));
  let canonical = '';
  let generator = '';
  for (const [, tag, source] of head.matchAll(TAG)) {
    const attributes = new Map<string, string>();
    for (const [, name, double, single, bare] of source!.matchAll(ATTRIBUTE)) {
      attributes.set(name!.toLowerCase(), double ?? single ?? bare ?? '');
    }
    if (tag!.toLowerCase() === 'link') {
      const isCanonical = attributes.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') ?? false;
      if (isCanonical && canonical === '') canonical = (attributes.get('href') ?? '').replaceAll('&amp;', '&');
    } else if (attributes.get('name')?.toLowerCase() === 'generator' && generator === '') {
      generator = attributes.get('content') ?? '';
    }
  }
  return { canonical, generator };
}
