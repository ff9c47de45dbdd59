/** Replies of misbehaving sites, each for one kind of trap. None uses more than a few kilobytes of the server's memory at a time. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fixturePage, type FixtureReply, type FixtureResponse } from './fixture-site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A small reply that unpacks to `bytes` of one letter. */
export function gzipBomb(bytes: number): FixtureResponse {
  return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(bytes, 'a')) };
}

export function brotliBomb(bytes: number): FixtureResponse {
  const body = brotliCompressSync(Buffer.alloc(bytes, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return { headers: { 'content-encoding': 'br' }, body };
}

/** A page correctly compressed `times` over. */
export function packedTimes(html: string, times: number): FixtureResponse {
  let body: Uint8Array = Buffer.from(html);
  for (let time = 0; time < times; time += 1) body = gzipSync(body);
  return { headers: { 'content-encoding': Array.from({ length: times }, () => 'gzip').join(', ') }, body };
}

/** Sends headers immediately, then one byte every `everyMs` without end. */
export function drip(everyMs: number): FixtureReply {
  return {
    raw(_, response) {
      response.writeHead(200, HTML);
      const timer = setInterval(() => response.write('a'), everyMs);
      response.on('close', () => clearInterval(timer));
    },
  };
}

/** Sends an endless body, as fast as it is read. */
export function endless(): FixtureReply {
  const part = Buffer.alloc(16_384, 'a');
  return {
    raw(_, response) {
      response.writeHead(200, HTML);
      const more = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    },
  };
}

/** Accepts the request and never answers. */
export function silent(): FixtureReply {
  return { raw: () => undefined };
}

/** Resets the connection, optionally after a part of the body. */
export function reset(options: { readonly afterHeaders?: boolean } = {}): FixtureReply {
  return {
    raw(request, response) {
      if (options.afterHeaders !== true) {
        request.socket.resetAndDestroy();
        return;
      }
      response.writeHead(200, { ...HTML, 'content-length': '1000' });
      response.write('<p>A piece', () => request.socket.resetAndDestroy());
    },
  };
}

export function redirectTo(location: string, status = 302): FixtureResponse {
  return { status, headers: { location }, body: '' };
}

/** Answers the first `times` requests with `failure`, later ones with `reply`. */
export function failing(times: number, failure: FixtureResponse, reply: string | FixtureResponse): FixtureReply {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? failure : reply;
  };
}

/** A page for every month, without end, each with a link to the next one. For `/calendar/*`. */
export function calendar(folder: string): FixtureReply {
  return (path) => {
    const month = Number(/(\d+)$/.exec(path)?.[1] ?? 0);
    return fixturePage({ title: `Month ${month}`, links: [`${folder}${month + 1}`] });
  };
}

/** The same few pages under a new session with every click. For `/shop/*`. */
export function sessionMaze(folder: string): FixtureReply {
  let session = 0;
  return () => {
    session += 2;
    return fixturePage({
      title: 'Shop',
      links: [`${folder}s${session}/item`, `${folder}s${session + 1}/item`],
    });
  };
}

/** A sitemap whose document type expands to gigabytes in a parser that expands entities. */
export function entityBomb(): FixtureResponse {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const inner = level === 0 ? 'lol' : `&e${level - 1};`.repeat(10);
    return `<!ENTITY e${level} "${inner}">`;
  });
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0"?><!DOCTYPE urlset [${levels.join('')}<!ENTITY file SYSTEM "file:///etc/hostname">]>
<urlset><url><loc>{origin}/&e8;</loc></url><url><loc>{origin}/&file;</loc></url><url><loc>{origin}/a</loc></url><url><loc>{origin}/b</loc></url></urlset>`,
  };
}

/** Writes one header line at a time and never reaches the body. */
export function slowHeaders(everyMs: number): FixtureReply {
  return {
    raw(_, response: ServerResponse) {
      const { socket } = response;
      socket?.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket?.write('x-more: 1\r\n'), everyMs);
      socket?.on('close', () => clearInterval(timer));
    },
  };
}
