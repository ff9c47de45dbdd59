import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('../..', import.meta.url));
const ROOTS = /^(?:docs|i18n\/[^/]+\/docusaurus-plugin-content-docs\/current)\//;

/**
 * Route of a page that a relative link misses because only one of the two pages is translated: Docusaurus looks beside the
 * linking file alone. `undefined` when no such page exists in any language, so that the link counts as broken.
 */
export function resolveTranslatedLink(link: {
  readonly sourceFilePath: string;
  readonly url: string;
}): string | undefined {
  const [path = '', hash] = link.url.split('#');
  const target = relative(SITE, resolve(dirname(link.sourceFilePath), decodeURIComponent(path)))
    .split(sep)
    .join('/');
  const page = target.replace(ROOTS, '');
  if (page === target || !existsSync(join(SITE, 'docs', page))) return undefined;
  const route = page
    .replace(/\.mdx?$/, '')
    .split('/')
    .map(withoutNumber)
    .join('/');
  return `/docs${route === 'intro' ? '' : `/${route}`}${hash === undefined ? '' : `#${hash}`}`;
}

/** Docusaurus leaves the number that orders a file out of its route. */
function withoutNumber(part: string): string {
  return part.replace(/^\d+-/, '');
}
