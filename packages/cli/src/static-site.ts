import { createEngine, extractiveAnswerer, IbidError } from '@ibid/core';
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
import { copyFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findWidgetFolder } from './open-site.ts';
import { pluralize } from './print/text-flow.ts';

/** What answers in the reader's browser; stands beside the index. */
const WORKER = 'ibid-worker.js';

/** Names of files that an earlier run may have written. */
const OWN = /^(?:[0-9a-f]{16}\.bin|index\.json(?:\.tmp)?|ibid-[\w-]+\.js|manifest\.json)$/u;

const QUESTIONS = 9;
const MOST_LISTED = 3;

/** What a folder with a static index holds, as readers' browsers find it. */
export interface StaticReport {
  readonly folder: string;
  readonly pages: number;
  readonly passages: number;
  /** Of the index. */
  readonly files: number;
  readonly bytes: number;
  /** Largest first, at most 3. */
  readonly largest: readonly { readonly name: string; readonly holds: string; readonly bytes: number }[];
  /** Of the worker, compressed; loaded once. */
  readonly workerBytes: number;
  /** Bytes of the index that a first answer loads, over questions made of headings. */
  readonly firstAnswer: { readonly questions: number; readonly median: number; readonly most: number };
  /** Files that are not there, or are not what their name says. */
  readonly problems: readonly string[];
}

/**
 * Writes the live index into `folder` as files that any host can hand out, with the worker that answers over them and, unless the site
 * bundles it, the panel that asks; what an earlier run left there goes. Gives what the folder holds then. Rejects with `INVALID_CONFIG` where the folder holds anything else, with `NOT_INDEXED` before the first publish.
 */
export async function writeStaticSite(
  store: Pick<StoreDriver, 'info' | 'readPages'>,
  folder: string,
  options: StaticOptions & { readonly panel: boolean },
): Promise<StaticReport> {
  const widget = findWidgetFolder();
  if (widget === undefined) {
    throw new IbidError('INVALID_CONFIG', 'A static index needs `@ibid/widget`, which is not installed.');
  }
  ensureFolder(folder);
  const before = await readdir(folder);
  // The worker is written first, so an earlier run has left it there, and an owner's own files do not have it beside them.
  const other = before.find((name) => !before.includes(WORKER) || !OWN.test(name));
  if (other !== undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${folder}\` holds \`${other}\`, which is no part of a static index. Name an empty folder, such as \`${join(folder, 'ibid')}\`.`,
    );
  }
  const scripts = options.panel ? await readdir(widget) : [WORKER];
  for (const name of new Set([WORKER, ...scripts])) await copyFile(join(widget, name), join(folder, name));
  const written = new Set([MANIFEST, ...scripts]);
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    written.add(name);
    if (name !== MANIFEST) return writeFile(join(folder, name), bytes);
    // A host may copy the folder at any moment: the manifest is whole or the old one.
    await writeFile(join(folder, `${name}.tmp`), bytes);
    await rename(join(folder, `${name}.tmp`), join(folder, name));
  };
  await writeStatic(store, put, options);
  for (const name of before) if (!written.has(name)) await rm(join(folder, name), { force: true });
  return checkStatic(folder);
}

/**
 * Reads every file of the static index in `folder`, or in `ibid` of a site there, and asks it a few questions as a browser would, unless something is missing.
 * Rejects as `readManifest` does.
 */
export async function checkStatic(named: string): Promise<StaticReport> {
  const inner = join(named, 'ibid');
  const folder = !existsSync(join(named, MANIFEST)) && existsSync(join(inner, MANIFEST)) ? inner : named;
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
    for (const { chunks } of pages) headings.push(...chunks.map(([heading]) => heading));
  }
  const worker = await read(WORKER).catch(() => undefined);
  if (worker === undefined) problems.push(`\`${WORKER}\` (what answers in the browser) is missing`);
  return {
    folder,
    pages: head?.pages.url.length ?? 0,
    passages: head?.rank.length ?? 0,
    files: found.length,
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    largest: found.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_LISTED),
    workerBytes: gzipSync(worker ?? '').length,
    firstAnswer: await firstAnswers(problems.length === 0 ? sampleOf(headings) : [], manifest, read),
    problems,
  };
}

/** From all over the site, the same for the same site. */
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
    // Each question meets a browser that has loaded nothing yet.
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

/** Two lines for the owner: what was written, and what a reader pays for the first answer. */
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
      `loads ${kilobytes(median)} of it, at most ${kilobytes(most)} (${pluralize(questions, 'question')} made of headings), ` +
      `and ${kilobytes(workerBytes)} of scripts once`,
  };
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
