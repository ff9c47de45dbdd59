import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import { builtBase } from './open-site.ts';

/** Result of checking whether the pages of a built site load its static indexes. */
export interface PagesReport {
  /** Number of HTML files outside the index folders. */
  readonly pages: number;
  /** Paths, relative to the site folder, of pages whose panel uses no static index. */
  readonly without: readonly string[];
  /** Files that pages refer to but that do not exist, without duplicates. */
  readonly problems: readonly string[];
}

const SCRIPT_TAG = /<script\b(?:[^>"']|"[^"]*"|'[^']*')*>|<ibid-ask\b(?:[^>"']|"[^"]*"|'[^']*')*>/giu;
/** Matches `static:…` as a string literal in a bundle of Docusaurus or another generator. */
const BUNDLED = /["'`\\]static:([^"'`\\]+)["'`\\]/u;

/** Reads every page of the built site in `site`, and the scripts that the pages load. */
export async function checkPages(site: string): Promise<PagesReport> {
  const base = await builtBase(site);
  const below = fileBelow(site, base);
  const bundled = new Map<string, Promise<string | undefined>>();
  const addressIn = (script: string): Promise<string | undefined> => {
    const known = bundled.get(script);
    if (known !== undefined) return known;
    const found = readFile(script, 'utf8').then(
      (code) => BUNDLED.exec(code)?.[1],
      () => undefined,
    );
    bundled.set(script, found);
    return found;
  };

  let pages = 0;
  const without: string[] = [];
  const problems = new Set<string>();
  for await (const path of glob('**/*.{html,htm}', { cwd: site })) {
    const page = path.replaceAll('\\', '/');
    pages += 1;
    const addresses: string[] = [];
    for (const [tag] of (await readFile(join(site, path), 'utf8')).matchAll(SCRIPT_TAG)) {
      const [api, source] = [attribute(tag, 'data-api'), attribute(tag, 'src')];
      if (api?.startsWith('static:') === true) {
        addresses.push(api.slice('static:'.length));
        if (source !== undefined && below(source, page, existsSync) === undefined)
          problems.add(`\`${source}\`, which \`${page}\` loads, is missing`);
      } else if (source !== undefined) {
        const script = below(source, page, existsSync);
        const address = script === undefined ? undefined : await addressIn(script);
        if (address !== undefined) addresses.push(address);
      }
    }
    if (addresses.length === 0) without.push(page);
    for (const address of new Set(addresses)) {
      if (below(address, page, (folder) => existsSync(join(folder, MANIFEST))) === undefined)
        problems.add(`no index is at \`${address}\`, where \`${page}\` looks for it`);
    }
  }
  return { pages, without: without.sort(), problems: [...problems] };
}

/** Resolves an address in a page to a file or folder that passes `isThere`; `undefined` if there is none or the address is on another host. */
function fileBelow(
  site: string,
  base: string | undefined,
): (address: string, page: string, isThere: (path: string) => boolean) => string | undefined {
  return (address, page, isThere) => {
    if (/^(?:[a-z][\w+.-]*:|\/\/)/iu.test(address)) return undefined;
    const [path = ''] = address.split(/[?#]/u);
    if (!path.startsWith('/')) return [join(site, dirname(page), path)].find(isThere);
    // Docusaurus builds contain their base path. For other sites, any base path that makes the address resolve is accepted.
    const names = posix.normalize(path).split('/').filter(Boolean);
    const skipped = base === undefined ? names.keys().toArray() : [base.split('/').filter(Boolean).length];
    return skipped.map((count) => join(site, ...names.slice(count))).find(isThere);
  };
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'iu').exec(tag);
  return found?.slice(1).find((value) => value !== undefined);
}
