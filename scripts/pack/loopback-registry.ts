import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Tarball } from './pack-all.ts';

export interface LoopbackRegistry {
  /** Value for `npm_config_registry`. */
  readonly url: string;
  /** Names of own packages that were requested. */
  readonly served: ReadonlySet<string>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/** Starts an npm registry on this machine that serves `tarballs` and redirects all other requests to `upstream`. */
export async function loopbackRegistry(tarballs: readonly Tarball[], upstream: string): Promise<LoopbackRegistry> {
  const served = new Set<string>();
  const own = new Map(tarballs.map((tarball) => [tarball.name, tarball]));
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry.invalid').pathname).slice(1);
    const [name = '', file] = path.split('/-/');
    const tarball = own.get(name);
    if (tarball === undefined) {
      response.writeHead(302, { Location: `${upstream.replace(/\/$/u, '')}${request.url ?? '/'}` }).end();
      return;
    }
    served.add(name);
    if (file === undefined) void sendPackument(tarball, request.headers.host ?? '', response);
    else createReadStream(tarball.file).pipe(response.writeHead(200, { 'Content-Type': 'application/octet-stream' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    served,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function sendPackument({ name, version, file }: Tarball, host: string, response: ServerResponse): Promise<void> {
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`;
  const tarball = `http://${host}/${name}/-/${name.split('/').at(-1)!}-${version}.tgz`;
  const manifest = { ...(await readManifest(file)), dist: { tarball, integrity } };
  // An old date, because some package managers hold back packages published in the last days.
  const time = { [version]: '2020-01-01T00:00:00.000Z' };
  const body = { name, 'dist-tags': { latest: version }, versions: { [version]: manifest }, time };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Reads the `package.json` in an npm tarball. */
export async function readManifest(tarball: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}
