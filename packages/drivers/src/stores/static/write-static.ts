import { IbidError, sectionKey } from '@ibid/core';
import { FIELDS, type Field } from '@ibid/core/score';
import type { StoreDriver, TermCounts } from '@ibid/core/types';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { facetsOf, packChunk } from '../chunk-codec.ts';
import { distinctTerms } from '../text-legs.ts';
import {
  frontCoded,
  MANIFEST,
  STATIC_FORMAT,
  type StaticHead,
  type StaticManifest,
  type StaticPage,
  type StaticPostings,
  type StaticWords,
} from './format.ts';

/**
 * Least characters of JSON per file of pages or postings, gzipped to about a quarter. Most pages have a file of their own: passages come from
 * many pages, and files of single sections would be so many that browsers could not load all of them at once over HTTP/1.1.
 */
const PAGES_IN_FILE = 6_000;
const POSTINGS_IN_FILE = 12_000;

/** Name of a file, derived from its bytes. */
export function fileName(bytes: Uint8Array): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.bin`;
}

export interface StaticOptions {
  /** See `StaticManifest`. @default unknown */
  readonly site?: string | undefined;
  /** True if browsers store all files and answer without a network. @default false */
  readonly offline?: boolean;
  /** See `StaticManifest`. @default false */
  readonly deviceModel?: boolean;
  /** See `StaticManifest`. @default ratings are not collected */
  readonly feedback?: string | undefined;
  readonly onPage?: (done: number, total: number) => void;
}

/**
 * Writes the live index as static files. `index.json` comes last, so that an index with a manifest is complete. `write` receives a name and its
 * bytes; all names except that of the manifest are derived from the bytes. Rejects with `NOT_INDEXED` before the first publish.
 */
export async function writeStatic(
  store: Pick<StoreDriver, 'info' | 'readPages'>,
  write: (name: string, bytes: Uint8Array) => Promise<void>,
  { site, offline = false, deviceModel = false, feedback, onPage }: StaticOptions = {},
): Promise<void> {
  const info = await store.info();
  if (info === undefined)
    throw new IbidError('NOT_INDEXED', 'The index is empty. Run `ibid index <folder|url>` first.');
  async function put(content: unknown): Promise<string> {
    const bytes = gzipSync(JSON.stringify(content), { level: 9 });
    // Byte 9 of the gzip header names the operating system; equal content must give equal bytes everywhere.
    bytes[9] = 0xff;
    const name = fileName(bytes);
    await write(name, bytes);
    return name;
  }

  const pages: { [K in keyof StaticHead['pages']]: StaticHead['pages'][K][number] }[] = [];
  const lengths = { title: [], headings: [], body: [] } as Record<Field, number[]>;
  const ids: string[] = [];
  const sections: [string, string][][] = [];
  const postings = new Map<string, Growing>();
  const pageFiles = filesOf<StaticPage>(put, PAGES_IN_FILE);
  for await (const { page } of store.readPages()) {
    const { url, title, revision, sourceFile, text, chunks } = page;
    pages.push({ url, title, ...facetsOf(page), chunks: chunks.length, file: pageFiles.names.length });
    sections.push(chunks.map(({ chunk }) => [sectionKey(chunk.heading), sectionKey(chunk.anchor)]));
    for (const { chunk, terms } of chunks) {
      addTerms(postings, terms, ids.length);
      for (const field of FIELDS) lengths[field].push(terms[field].values().reduce((sum, count) => sum + count, 0));
      ids.push(chunk.id);
    }
    const packed = chunks.map(({ chunk }) => packChunk(chunk, page));
    await pageFiles.add({ url, title, revision, sourceFile, text, chunks: packed });
    onPage?.(pages.length, info.pages);
  }
  await pageFiles.end();

  const order = ids.map((_, slot) => slot).sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1));
  const rank = ids.map(() => 0);
  for (const [place, slot] of order.entries()) rank[slot] = place;
  const keys = ['url', 'title', 'locale', 'version', 'module', 'chunks', 'file'] as const;
  const columns = Object.fromEntries(keys.map((key) => [key, pages.map((page) => page[key])]));
  const head: StaticHead = { pages: columns as unknown as StaticHead['pages'], files: pageFiles.names, lengths, rank };
  const words = await putPostings(postings, put);
  const { space: _, ...rest } = info;
  const manifest: StaticManifest = {
    format: STATIC_FORMAT,
    info: rest,
    ...(site === undefined ? {} : { site }),
    ...(offline ? { offline } : {}),
    ...(deviceModel ? { deviceModel } : {}),
    ...(feedback === undefined ? {} : { feedback }),
    sections: await put(sections),
    words: await put(words),
    head: await put(head),
  };
  await write(MANIFEST, Buffer.from(JSON.stringify(manifest)));
}

type Growing = Record<'slots' | Field, number[]>;

function addTerms(postings: Map<string, Growing>, terms: TermCounts, slot: number): void {
  for (const term of distinctTerms(terms)) {
    let own = postings.get(term);
    if (own === undefined) postings.set(term, (own = { slots: [], title: [], headings: [], body: [] }));
    own.slots.push(slot);
    for (const field of FIELDS) own[field].push(terms[field].get(term) ?? 0);
  }
}

async function putPostings(
  postings: ReadonlyMap<string, Growing>,
  put: (content: unknown) => Promise<string>,
): Promise<StaticWords> {
  const tokens = [...postings.keys()].sort();
  const files = filesOf<StaticPostings>(put, POSTINGS_IN_FILE);
  const firsts: number[] = [];
  for (const [id, token] of tokens.entries()) {
    const { slots, title, headings, body } = postings.get(token)!;
    const gaps = slots.map((slot, i) => slot - (slots[i - 1] ?? 0));
    firsts[files.names.length] ??= id;
    await files.add([gaps, countsOf(title), countsOf(headings), countsOf(body)]);
  }
  await files.end();
  const passages = tokens.map((token) => postings.get(token)!.slots.length);
  return { tokens: frontCoded(tokens), passages, files: files.names, firsts };
}

interface Files<T> {
  /** Names of the files written so far; the next item is in the file after them. */
  readonly names: string[];
  add(item: T): Promise<void>;
  end(): Promise<void>;
}

/** Writes items to files of about `characters` of JSON each. */
function filesOf<T>(put: (content: unknown) => Promise<string>, characters: number): Files<T> {
  const names: string[] = [];
  let pending: T[] = [];
  let length = 0;
  const end = async (): Promise<void> => {
    if (pending.length > 0) names.push(await put(pending));
    pending = [];
    length = 0;
  };
  return {
    names,
    async add(item) {
      pending.push(item);
      length += JSON.stringify(item).length;
      if (length >= characters) await end();
    },
    end,
  };
}

/** Returns 0 for a field that never contains the token. */
function countsOf(list: readonly number[]): readonly number[] | 0 {
  return list.some((count) => count > 0) ? list : 0;
}
