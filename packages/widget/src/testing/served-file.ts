import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

export interface ServedFile {
  /** Content type. */
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Finds the file for `path` in a site's folder like a static host: the file itself, its `index.html`, or with `.html`. Never outside `folder`. */
export async function folderFile(folder: string, path: string): Promise<ServedFile | undefined> {
  const inside = normalize(decodeURIComponent(path));
  if (inside.split(sep).includes('..')) return undefined;
  for (const name of [inside, join(inside, 'index.html'), `${inside.replace(/\/$/u, '')}.html`]) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() === true) {
      return { type: TYPES[extname(file)] ?? 'application/octet-stream', body: await readFile(file) };
    }
  }
  return undefined;
}
