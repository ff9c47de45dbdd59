import type { Facets } from '@ibid/core/types';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const FORM = 1;

/** Pages of the last builds, so that building one language alone keeps the others in the index. */
export interface PageRecord {
  /** By locale. */
  readonly locales: Readonly<Record<string, LocaleRecord>>;
}

interface LocaleRecord {
  /** Folder of the built site, relative to the site's folder. */
  readonly site: string;
  readonly pages: readonly BuiltPage[];
}

/** Path of the record: next to the index, with its name. */
export function recordFile(index: string): string {
  return join(dirname(index), `${basename(index).replace(/\.db$/u, '')}.pages.json`);
}

/** A missing or unknown record counts as empty; the next build writes it again. */
export async function readRecord(index: string): Promise<PageRecord> {
  try {
    const record = JSON.parse(await readFile(recordFile(index), 'utf8')) as PageRecord & { readonly form: number };
    return record.form === FORM ? { locales: record.locales } : { locales: {} };
  } catch {
    return { locales: {} };
  }
}

/** Replaces the file in one step, so that an interrupted build leaves the previous record intact. */
export async function writeRecord(index: string, { locales }: PageRecord): Promise<void> {
  const file = recordFile(index);
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.tmp`;
  await writeFile(fresh, `${JSON.stringify({ form: FORM, locales })}\n`);
  await rename(fresh, file);
}

/** Adds the pages of a locale that was just built. A file that it has overwritten no longer belongs to another locale. */
export function withBuilt({ locales }: PageRecord, locale: string, built: LocaleRecord): PageRecord {
  const taken = new Set(built.pages.map(({ file }) => file));
  const others = Object.entries(locales).map(([name, { site, pages }]) => {
    return [name, { site, pages: pages.map((page) => (taken.has(page.file) ? { ...page, file: '' } : page)) }] as const;
  });
  return { locales: { ...Object.fromEntries(others), [locale]: built } };
}

/** A page of a built site, as stored in the record. */
export interface BuiltPage extends Facets {
  /** Canonical address. */
  readonly url: string;
  /** Path of the HTML file relative to the site's folder, with `/` separators. `''` if another language's build has overwritten it. */
  readonly file: string;
  /** Changes whenever the page in the index would change. */
  readonly revision: string;
  /** Source file relative to the site's folder, or else the HTML file relative to the built site. */
  readonly sourceFile: string;
  /** True if the page's version is the only one, so that it carries no information. */
  readonly unversioned: boolean;
}
