import { openWithin, type OpenedFile } from './open-within.ts';
import type { SitePath } from './site-path.ts';

export type Located =
  | { readonly kind: 'file'; readonly file: OpenedFile }
  /** Relative to the path that was asked for, so that it cannot lead to another host. */
  | { readonly kind: 'redirect'; readonly to: string };

/**
 * What a static host shows at a path: the file of that name, the page `name.html`, or the folder's `index.html`, which has a slash at
 * the end of its address while other pages have none. `undefined` for nothing. `last` is the name in the address whose slash
 * is missing or too much.
 */
export async function locate(realRoot: string, path: SitePath, last: string): Promise<Located | undefined> {
  const { names, hasSlash } = path;
  const page = names.length === 0 ? undefined : [...names.slice(0, -1), `${names.at(-1)!}.html`];
  const index = [...names, 'index.html'];
  if (hasSlash) {
    const file = await openWithin(realRoot, index);
    if (file !== undefined) return { kind: 'file', file };
    return page !== undefined && (await isThere(realRoot, page))
      ? { kind: 'redirect', to: `../${encodeURIComponent(last)}` }
      : undefined;
  }
  const file =
    page === undefined ? undefined : ((await openWithin(realRoot, names)) ?? (await openWithin(realRoot, page)));
  if (file !== undefined) return { kind: 'file', file };
  return (await isThere(realRoot, index)) ? { kind: 'redirect', to: `./${encodeURIComponent(last)}/` } : undefined;
}

async function isThere(realRoot: string, names: readonly string[]): Promise<boolean> {
  const file = await openWithin(realRoot, names);
  await file?.handle.close();
  return file !== undefined;
}
