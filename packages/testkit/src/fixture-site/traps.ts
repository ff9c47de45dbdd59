/** Replies of misbehaving sites, each for one kind of trap. None uses more than a few kilobytes of the server's memory at a time. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fixturePage, type FixtureReply, type FixtureResponse } from './fixture-site.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** A small reply that unpacks to `bytes` of one letter. */
export function gzipBomb(bytes: number): FixtureResponse {
  return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(bytes, 'a')) };
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
