import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface PageFile {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
  readonly tag: string;
}

export interface PageFiles {
  /** `undefined` for a name that is not a file of the page. */
  serve(name: string, request: Request): Promise<Response | undefined>;
}

/** The page's own files, read once; nothing else on the disk can be named. */
export function pageFiles(): PageFiles {
  let loaded: Promise<ReadonlyMap<string, PageFile>> | undefined;
  return {
    async serve(name, request) {
      loaded ??= loadFiles();
      const file = (await loaded).get(name);
      if (file === undefined) return undefined;
      const headers = { 'Content-Type': file.type, 'Cache-Control': 'no-cache', ETag: file.tag };
      if (request.headers.get('if-none-match') === file.tag) return new Response(null, { status: 304, headers });
      return new Response(file.bytes, { headers });
    },
  };
}

async function loadFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const names = (await readdir(FOLDER)).filter((name) => TYPES[extname(name)] !== undefined);
  const files = names.map(async (name): Promise<[string, PageFile]> => {
    const bytes = await readFile(join(FOLDER, name));
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return [name, { bytes, type: TYPES[extname(name)]!, tag }];
  });
  return new Map(await Promise.all(files));
}
