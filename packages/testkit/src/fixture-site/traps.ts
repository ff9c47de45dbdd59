/** Replies of sites that misbehave, each in one way. None of them costs the server more than a few kilobytes at a time. */
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fixturePage, type FixtureReply, type FixtureResponse } from './fixture-site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** Small on the wire, `bytes` of one letter when unpacked. */
export function gzipBomb(bytes: number): FixtureResponse {
  return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(bytes, 'a')) };
}

export function brotliBomb(bytes: number): FixtureResponse {
  const body = brotliCompressSync(Buffer.alloc(bytes, 'a'), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
  return { headers: { 'content-encoding': 'br' }, body };
}

/** A page packed `times` over, and rightly so. */
export function packedTimes(html: string, times: number): FixtureResponse {
  let body: Uint8Array = Buffer.from(html);
  for (let time = 0; time < times; time += 1) body = gzipSync(body);
  return { headers: { 'content-encoding': Array.from({ length: times }, () => 'gzip').join(', ') }, body };
}

/** Headers at once, then a byte every `everyMs` without end. */
export function drip(everyMs: number): FixtureReply {
  return {
    raw(_, response) {
      response.writeHead(200, HTML);
      const timer = setInterval(() => response.write('a'), everyMs);
      response.on('close', () => clearInterval(timer));
    },
  };
}

/** A body without end, as fast as it is read. */
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

/** Takes the request and says nothing. */
export function silent(): FixtureReply {
  return { raw: () => undefined };
}

/** Cuts the connection, after a piece of the body if asked for. */
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

/** The first `times` requests answer `failure`, later ones `reply`. */
export function failing(times: number, failure: FixtureResponse, reply: string | FixtureResponse): FixtureReply {
  let left = times;
  return () => {
    left -= 1;
    return left >= 0 ? failure : reply;
  };
}

/** A page for every month of every year, each with a link to the next one. For `/calendar/*`. */
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

/** A sitemap whose document type unfolds to gigabytes in a parser that expands entities. */
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

/** Writes one header line at a time without ever coming to the body. */
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
