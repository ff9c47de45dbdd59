import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file of a built site, as it comes over the wire. */
export interface SentFile {
  /** Path below the root of the site. */
  readonly path: string;
  /** Compressed; bytes. */
  readonly size: number;
  readonly text: string;
}

/** Files of a site that is served at its root. */
export async function sentFiles(site: string, paths: Iterable<string>): Promise<readonly SentFile[]> {
  return Promise.all(
    [...new Set(paths)].map(async (path) => {
      const bytes = await readFile(join(site, decodeURI(path)));
      return { path, size: gzipSync(bytes, { level: 9 }).length, text: bytes.toString() };
    }),
  );
}

/** What a built page names, and so makes every reader load. */
export async function namedFiles(site: string, page: string): Promise<readonly SentFile[]> {
  const html = await readFile(join(site, page), 'utf8');
  const paths = [...html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)=["']?(\/assets\/[^"'\s>]+\.(?:js|css))/gu)];
  return sentFiles(
    site,
    paths.map((match) => match[1]!),
  );
}

/** Of scripts (`js`) or styles (`css`) alone. */
export function weightOf(files: readonly SentFile[], kind: 'js' | 'css'): number {
  return files.filter(({ path }) => path.endsWith(`.${kind}`)).reduce((sum, { size }) => sum + size, 0);
}
