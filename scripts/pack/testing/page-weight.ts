import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface PageWeight {
  /** Bytes of all scripts that the page names, each compressed by itself. */
  readonly scripts: number;
  readonly styles: number;
}

/** What a page of a built site makes every reader load. */
export async function pageWeight(build: string, page: string): Promise<PageWeight> {
  const html = await readFile(join(build, page), 'utf8');
  const named = (pattern: RegExp): Promise<number> =>
    weightOf(
      build,
      [...html.matchAll(pattern)].map((match) => match[1]!),
    );
  return {
    scripts: await named(/(?:src|href)=["']?(\/assets\/js\/[^"'\s>]+)/gu),
    styles: await named(/href=["']?(\/assets\/css\/[^"'\s>]+)/gu),
  };
}

async function weightOf(build: string, files: readonly string[]): Promise<number> {
  const sizes = [...new Set(files)].map(
    async (file) => gzipSync(await readFile(join(build, file)), { level: 9 }).length,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
