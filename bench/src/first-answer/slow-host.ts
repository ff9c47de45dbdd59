import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** Properties of a reader's connection. */
export interface Line {
  readonly bitsPerSecond: number;
  /** Round trip time in milliseconds. */
  readonly roundTrip: number;
}

export interface SlowHost extends AsyncDisposable {
  /** Ends with a slash. */
  readonly root: string;
  /** Paths and sizes of the bodies sent since the last call. */
  taken(): readonly { readonly path: string; readonly bytes: number }[];
}

/** Bodies are sent at the speed of the line, in pieces of this many milliseconds. */
const PIECE_MS = 50;
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.wasm']);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/**
 * A static file host over HTTP/1.1, with compression, behind a slow line shared by all connections. The line is simulated here and not by
 * the browser, because browser throttling does not cover requests of workers.
 */
export async function slowHost(folder: string, line: Line): Promise<SlowHost> {
  let sent: { path: string; bytes: number }[] = [];
  /** Time at which the line is free again, in milliseconds of `performance.now`. */
  let free = 0;
  const bytesPerPiece = Math.round((line.bitsPerSecond / 8 / 1000) * PIECE_MS);
  const host = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
      const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const bytes = await readFile(join(folder, decodeURI(path))).catch(() => undefined);
      await wait(line.roundTrip);
      if (bytes === undefined) return void response.writeHead(404).end();
      const isText = COMPRESSED.has(extname(path));
      const body = isText ? gzipSync(bytes, { level: 6 }) : bytes;
      sent.push({ path, bytes: body.length });
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Length': body.length,
        'Cache-Control': 'max-age=600',
        ...(isText ? { 'Content-Encoding': 'gzip' } : {}),
      });
      for (let at = 0; at < body.length; at += bytesPerPiece) {
        const piece = body.subarray(at, at + bytesPerPiece);
        const now = performance.now();
        free = Math.max(free, now) + (PIECE_MS * piece.length) / bytesPerPiece;
        await wait(free - now);
        response.write(piece);
      }
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  return {
    root: `http://127.0.0.1:${(host.address() as AddressInfo).port}/`,
    taken() {
      const all = sent;
      sent = [];
      return all;
    },
    async [Symbol.asyncDispose]() {
      host.closeAllConnections();
      host.close();
    },
  };
}
