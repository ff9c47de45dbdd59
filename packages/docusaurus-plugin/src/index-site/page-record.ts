import type { Facets } from '@ibid/core/types';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const FORM = 1;

/** What the last builds have made, so that a language which is built alone leaves the others in the index. */
export interface PageRecord {
  /** By locale. */
  readonly locales: Readonly<Record<string, LocaleRecord>>;
}

interface LocaleRecord {
  /** The built site, relative to the site's folder. */
  readonly site: string;
  readonly pages: readonly BuiltPage[];
}

/** Beside the index, under its name. */
export function recordFile(index: string): string {
  return join(dirname(index), `${basename(index).replace(/\.db$/u, '')}.pages.json`);
}

/** A record that is not there or not ours is an empty one: the next build writes it anew. */
export async function readRecord(index: string): Promise<PageRecord> {
  try {
    const record = JSON.parse(await readFile(recordFile(index), 'utf8')) as PageRecord & { readonly form: number };
    return record.form === FORM ? { locales: record.locales } : { locales: {} };
  } catch {
    return { locales: {} };
  }
}

/** Replaced in one step, so that an interrupted build leaves the last whole one. */
export async function writeRecord(index: string, { locales }: PageRecord): Promise<void> {
  const file = recordFile(index);
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.tmp`;
  await writeFile(fresh, `${JSON.stringify({ form: FORM, locales })}\n`);
  await rename(fresh, file);
}

/** The record with the pages of a locale that has just been built. What it was written over is no file of another locale any more. */
export function withBuilt({ locales }: PageRecord, locale: string, built: LocaleRecord): PageRecord {
  const taken = new Set(built.pages.map(({ file }) => file));
  const others = Object.entries(locales).map(([name, { site, pages }]) => {
    return [name, { site, pages: pages.map((page) => (taken.has(page.file) ? { ...page, file: '' } : page)) }] as const;
  });
  return { locales: { ...Object.fromEntries(others), [locale]: built } };
}

/** A page of a built site, as it is written down for the next run. */
export interface BuiltPage extends Facets {
  /** Canonical. */
  readonly url: string;
  /** Of the HTML; relative to the site's folder, with `/` separators. `''` when another language has been built in its place. */
  readonly file: string;
  /** Changes whenever the page in the index would. */
  readonly revision: string;
  /** Relative to the site's folder where the page is made of a file, else that of the HTML relative to the built site. */
  readonly sourceFile: string;
  /** Whether the version that the page names is the only one and so says nothing. */
  readonly unversioned: boolean;
}
