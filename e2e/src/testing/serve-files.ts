import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface ServedFiles extends AsyncDisposable {
  /** With the base path; ends with a slash. */
  readonly root: string;
  /** Methods of all requests so far. */
  readonly methods: ReadonlySet<string>;
}

/** A host that hands out the files of `folder` below `base` and does nothing else. */
export async function serveFiles(folder: string, base: string): Promise<ServedFiles> {
  const methods = new Set<string>();
  const host = createServer((request, response) => {
    methods.add(request.method ?? '');
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const path = decodeURI(pathname).slice(base.length);
    const file = join(folder, path.endsWith('/') || path === '' ? `${path}index.html` : path);
    readFile(file).then(
      (bytes) => response.setHeader('Content-Type', typeOf(file)).end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return {
    root: `http://127.0.0.1:${(host.address() as AddressInfo).port}${base}`,
    methods,
    async [Symbol.asyncDispose]() {
      host.closeAllConnections();
      host.close();
    },
  };
}

function typeOf(file: string): string {
  if (file.endsWith('.html')) return 'text/html; charset=utf-8';
  if (file.endsWith('.js')) return 'text/javascript';
  return file.endsWith('.css') ? 'text/css' : 'application/octet-stream';
}
