import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { onLoopback } from '../../../packages/testkit/src/loopback.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
};

export interface ServedFiles extends AsyncDisposable {
  /** Address with the base path; ends with a slash. */
  readonly root: string;
  /** Methods of all requests so far. */
  readonly methods: ReadonlySet<string>;
}

/** A static host for the files of `folder` below `base`; like other hosts, it redirects a folder to the address with a trailing slash. */
export async function serveFiles(folder: string, base: string): Promise<ServedFiles> {
  const methods = new Set<string>();
  const host = createServer((request, response) => {
    methods.add(request.method ?? '');
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const path = decodeURI(pathname).slice(base.length);
    const file = join(folder, path.endsWith('/') || path === '' ? `${path}index.html` : path);
    readFile(file).then(
      (bytes) => response.setHeader('Content-Type', typeOf(file)).end(bytes),
      () =>
        existsSync(join(file, 'index.html'))
          ? response.writeHead(301, { Location: `${pathname}/` }).end()
          : response.writeHead(404).end(),
    );
  });
  const { origin, close } = await onLoopback(host);
  return {
    root: origin + base,
    methods,
    [Symbol.asyncDispose]: () => close(() => host.closeAllConnections()),
  };
}

function typeOf(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream';
}
