import { createEngine, extractiveAnswerer, invalidConfig } from '@ibid/core';
import type { StoreDriver } from '@ibid/core/types';
import { ensureFolder } from '@ibid/drivers/files/ensure-folder';
import { readManifest, staticStore, type ReadFile } from '@ibid/drivers/stores/static';
import {
  decodeFile,
  MANIFEST,
  type StaticHead,
  type StaticManifest,
  type StaticPage,
  type StaticWords,
} from '@ibid/drivers/stores/static/format';
import { fileName, writeStatic, type StaticOptions } from '@ibid/drivers/stores/static/write-static';
import { existsSync } from 'node:fs';
import { copyFile, glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findWidgetFolder } from './open-site.ts';
import { pluralize } from './terminal.ts';
import { rootOf } from './write-pages.ts';

/** Worker that answers in the reader's browser; copied next to the index. */
const WORKER = 'ibid-worker.js';

/** Script of `<ibid-search>`, a button for the search box, which a site that bundles the panel may use too. */
const SEARCH = 'ibid-search.js';

/** Script of the panel for pages of any site, and the list of all files that it may load. */
const PANEL = 'ibid-ask.js';
const PANEL_FILES = 'manifest.json';

/** Matches the names of further scripts that the worker loads. */
const PART_OF_WORKER = /["'`]\.\/(ibid-worker-[\w-]+\.js)["'`]/gu;

/** Names of files that an earlier run may have written. */
const OWN = /^(?:[0-9a-f]{16}\.bin|index\.json(?:\.tmp)?|ibid-[\w-]+\.js|manifest\.json)$/u;

const QUESTIONS = 9;
const MOST_LISTED = 3;

/** Contents of a folder with a static index, as readers' browsers find it. */
export interface StaticReport {
  readonly folder: string;
  readonly pages: number;
  readonly passages: number;
  /** Increases with each publish of the index that was written here. */
  readonly generation: number;
  /** Number of index files. */
  readonly files: number;
  readonly bytes: number;
  /** Largest first, at most 3. */
  readonly largest: readonly { readonly name: string; readonly holds: string; readonly bytes: number }[];
  /** Compressed size of the worker, which is downloaded once. */
  readonly workerBytes: number;
  /** Bytes of the index that a first answer downloads, measured with questions made from headings. */
  readonly firstAnswer: { readonly questions: number; readonly median: number; readonly most: number };
  /** Files that are missing or do not match the hash in their name. */
  readonly problems: readonly string[];
}

/**
 * Writes the live index into `folder` as files for any static host, with the worker that answers from them and, unless the site bundles it,
 * the panel. Removes files of an earlier run. Returns what the folder then contains. Rejects with `INVALID_CONFIG` if the folder contains
 * any other file, and with `NOT_INDEXED` before the first publish.
 */
export async function writeStaticSite(
  store: Pick<StoreDriver, 'info' | 'readPages' | 'listPages'>,
  folder: string,
  options: Omit<StaticOptions, 'site'> & { readonly panel: boolean },
): Promise<StaticReport> {
  const widget = findWidgetFolder();
  if (widget === undefined) {
    throw invalidConfig('A static index needs `@ibid/widget`, which is not installed.');
  }
  const built = await readdir(widget).catch((): string[] => []);
  if (!built.includes(WORKER)) {
    throw invalidConfig(
      `A static index needs \`${join(widget, WORKER)}\`. Run \`npm run build\` in Ibid's repository.`,
    );
  }
  ensureFolder(folder);
  const before = await readdir(folder);
  // Every run writes the worker first. So without a worker in the folder, the other files are the owner's own.
  const other = before.find((name) => !before.includes(WORKER) || !OWN.test(name));
  if (other !== undefined) {
    throw invalidConfig(
      `\`${folder}\` holds \`${other}\`, which is no part of a static index. Name an empty folder, such as \`${join(folder, 'ibid')}\`.`,
    );
  }
  const scripts = options.panel ? built : built.filter((name) => name === SEARCH || isOfWorker(name));
  for (const name of new Set([WORKER, ...scripts])) await copyFile(join(widget, name), join(folder, name));
  const written = new Set([MANIFEST, ...scripts]);
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    written.add(name);
    if (name !== MANIFEST) return writeFile(join(folder, name), bytes);
    // A host may copy the folder at any moment, so the manifest is replaced atomically.
    await writeFile(join(folder, `${name}.tmp`), bytes);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
  // A site that bundles the panel knows where it is published.
  const site = options.panel ? rootOf(await Array.fromAsync(store.listPages()), resolve(folder, '..')) : undefined;
  await writeStatic(store, put, { ...options, site: site?.isThere === true ? site.address : undefined });
  for (const name of before) if (!written.has(name)) await rm(join(folder, name), { force: true });
  return checkStatic(folder);
}

function isOfWorker(name: string): boolean {
  return name === WORKER || name.startsWith('ibid-worker-');
}

/** Folders with a static index in `named`: itself, or one per language of a built site. Returns `[named]` if there is none. */
export async function staticFolders(named: string): Promise<readonly string[]> {
  if (existsSync(join(named, MANIFEST))) return [named];
  const found = await Array.fromAsync(glob(`{ibid,*/ibid}/${MANIFEST}`, { cwd: named }));
  return found.length === 0
    ? [named]
    : found.sort((a, b) => a.length - b.length).map((file) => join(named, dirname(file)));
}

/** Reads every file of the static index and, if all exist, asks it a few questions as a browser would. Rejects as `readManifest` does. */
export async function checkStatic(folder: string): Promise<StaticReport> {
  const read: ReadFile = async (name) => Uint8Array.from(await readFile(join(folder, name)));
  const manifest = await readManifest(read);
  const found = [{ name: MANIFEST, holds: 'the names of the others', bytes: (await read(MANIFEST)).length }];
  const problems: string[] = [];
  const take = async <T>(name: string, holds: string): Promise<T | undefined> => {
    const bytes = await read(name).catch(() => undefined);
    if (bytes !== undefined && fileName(bytes) === name) {
      found.push({ name, holds, bytes: bytes.length });
      return decodeFile<T>(name, bytes);
    }
    problems.push(`\`${name}\` (${holds}) ${bytes === undefined ? 'is missing' : 'is not what its name says'}`);
    return undefined;
  };
  const head = await take<StaticHead>(manifest.head, 'list of pages');
  const words = await take<StaticWords>(manifest.words, 'list of words');
  await take(manifest.sections, 'sections');
  for (const name of words?.files ?? []) await take(name, 'places of words');
  const headings: string[] = [];
  for (const name of head?.files ?? []) {
    const pages = (await take<readonly StaticPage[]>(name, 'texts of pages')) ?? [];
    for (const { chunks } of pages) headings.push(...chunks.map(([[heading]]) => String(heading)));
  }
  const worker = await readFile(join(folder, WORKER), 'utf8').catch(() => '');
  if (worker === '') problems.push(`\`${WORKER}\` (what answers in the browser) is missing`);
  // The first line of the worker has its version of the file format.
  else if (!worker.startsWith(`/* static index ${manifest.format} */`))
    problems.push(`\`${WORKER}\` (what answers in the browser) is of another version of Ibid than the index`);
  const needed = [
    ...Array.from(worker.matchAll(PART_OF_WORKER), ([, name]) => [name!, 'of what answers in the browser'] as const),
    ...(await panelFiles(folder)).map((name) => [name, 'of the panel'] as const),
  ];
  for (const [name, of] of needed) if (!existsSync(join(folder, name))) problems.push(`\`${name}\` (${of}) is missing`);
  return {
    folder,
    pages: head?.pages.url.length ?? 0,
    passages: head?.rank.length ?? 0,
    generation: manifest.info.generation,
    files: found.length,
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    largest: found.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_LISTED),
    workerBytes: gzipSync(worker).length,
    firstAnswer: await firstAnswers(problems.length === 0 ? sampleOf(headings) : [], manifest, read),
    problems,
  };
}

/** All files that the panel may load; none if it is not in the index folder. */
async function panelFiles(folder: string): Promise<readonly string[]> {
  const list = await readFile(join(folder, PANEL_FILES), 'utf8').catch(() => undefined);
  if (list === undefined) return existsSync(join(folder, PANEL)) ? [PANEL_FILES] : [];
  const { entry, lazy } = JSON.parse(list) as { readonly entry: string; readonly lazy: readonly string[] };
  return [entry, ...lazy];
}

/** A sample spread over the site; always the same for the same site. */
function sampleOf(headings: readonly string[]): readonly string[] {
  const count = Math.min(QUESTIONS, headings.length);
  return Array.from({ length: count }, (_, i) => headings[Math.floor((i * headings.length) / count)]!);
}

async function firstAnswers(
  questions: readonly string[],
  manifest: StaticManifest,
  read: ReadFile,
): Promise<StaticReport['firstAnswer']> {
  const costs: number[] = [];
  for (const text of questions) {
    let cost = (await read(MANIFEST)).length;
    // Each question starts without cached files, like a new browser.
    const store = staticStore(manifest, async (name) => {
      const bytes = await read(name);
      cost += bytes.length;
      return bytes;
    });
    const engine = createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'check' });
    for await (const event of engine.ask({ text, history: [] })) if (event.type === 'run-end') costs.push(cost);
  }
  costs.sort((a, b) => a - b);
  return { questions: costs.length, median: costs[costs.length >> 1] ?? 0, most: costs.at(-1) ?? 0 };
}

/** Two lines for the owner: what was written, and the download size of a first answer. */
export function staticLines(report: StaticReport): readonly string[] {
  const { size, firstAnswer } = staticFacts(report);
  return [`Static index in ${size}`, `A reader's first answer ${firstAnswer}`];
}

export function staticFacts(report: StaticReport): { readonly size: string; readonly firstAnswer: string } {
  const { folder, pages, passages, files, bytes, largest, workerBytes, firstAnswer } = report;
  const counts = [pluralize(pages, 'page'), pluralize(passages, 'passage'), pluralize(files, 'file')];
  const parts = largest.map((file) => `${file.holds} ${kilobytes(file.bytes)}`).join(', ');
  const { questions, median, most } = firstAnswer;
  return {
    size: `${folder}: ${counts.join(', ')}, ${kilobytes(bytes)}; the largest: ${parts}`,
    firstAnswer:
      `loads about ${kilobytes(median)} of it (${kilobytes(most)} for the largest of ${pluralize(questions, 'sampled heading')}), ` +
      `and ${kilobytes(workerBytes)} of scripts once`,
  };
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
