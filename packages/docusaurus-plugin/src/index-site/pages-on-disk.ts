import { readFileWithin } from '@ibid/drivers/files/read-file-within';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BuiltPage } from '../site/indexed-page.ts';
import { pageRevision } from '../site/page-revision.ts';

/** Bytes; what is larger is not read. */
export const LARGEST_PAGE = 20_000_000;

export interface PagesOnDisk {
  /** As they were given, with the revision that the file has now; that of the record where there is no file. */
  readonly pages: readonly BuiltPage[];
  /** Addresses of those without a file, most often of a language that was not built this time. */
  readonly missing: ReadonlySet<string>;
}

/** What the files of recorded pages hold now: other plugins and scripts may have worked on them since they were written down. */
export async function pagesOnDisk(siteDir: string, recorded: readonly BuiltPage[]): Promise<PagesOnDisk> {
  const pages: BuiltPage[] = [];
  const missing = new Set<string>();
  for (const page of recorded) {
    const file = resolve(siteDir, page.file);
    if (page.file === '' || !existsSync(file)) missing.add(page.url);
    const { bytes, problem } = await readFileWithin(file, LARGEST_PAGE);
    pages.push(problem === '' ? { ...page, revision: pageRevision(page, bytes) } : page);
  }
  return { pages, missing };
}
