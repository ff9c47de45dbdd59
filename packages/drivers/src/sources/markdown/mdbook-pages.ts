import { readFile } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { IbidError } from '@ibid/core';
import { walkFolder } from '../../files/walk-folder.ts';
import { decoded } from '../common.ts';
import { type FoundPage, moduleOf, NEVER, pageUrl, siteRoot, type Survey, UNKNOWN_ORIGIN } from './folder-pages.ts';
import { markdownHead, unescaped } from './markdown-file.ts';

export interface Book {
  /** Folder of `book.toml`. */
  readonly folder: string;
  /** Address of the book's root; `undefined` uses the one in `book.toml`. */
  readonly siteUrl: string | undefined;
  /** BCP 47 tag; `undefined` uses the one in `book.toml`. */
  readonly locale: string | undefined;
}

/** The chapters in `SUMMARY.md`, as in mdBook; drafts and missing files make no page. */
export async function* mdbookPages(book: Book, survey: Survey): AsyncGenerator<FoundPage> {
  const toml = await readRequired(resolve(book.folder, 'book.toml'), '`book.toml`');
  const source = tomlString(toml, 'book', 'src') || 'src';
  const folder = resolve(book.folder, source);
  const summary = await readRequired(resolve(folder, 'SUMMARY.md'), `\`${source}/SUMMARY.md\``);
  const root = siteRoot(
    book.siteUrl ?? new URL(tomlString(toml, 'output.html', 'site-url') || '/', UNKNOWN_ORIGIN).href,
  );
  const locale = book.locale ?? (tomlString(toml, 'book', 'language') || 'en');

  const files = new Map<string, string>();
  const options = { include: ['**/*.md'], exclude: NEVER, report: survey.report, signal: survey.signal };
  for await (const file of walkFolder(folder, options)) files.set(file.path, file.realPath);

  for (const chapter of chaptersIn(summary)) {
    const realPath = files.get(chapter.path);
    if (realPath === undefined) {
      const message = `\`SUMMARY.md\` names \`${chapter.path}\`, which is not there or left out. Fix the summary.`;
      survey.report({ severity: 'warning', rule: 'markdown:missing-page', message, page: chapter.path });
      continue;
    }
    const { heading } = markdownHead((await survey.read(realPath)).text);
    const address = chapter.path.replace(/(^|\/)readme\.md$/i, '$1index.md').replace(/\.md$/i, '.html');
    yield {
      url: pageUrl(root, address),
      realPath,
      sourceFile: posix.join(source, chapter.path),
      format: 'mdbook',
      title: heading === '' ? chapter.title : '',
      locale,
      version: '',
      module: moduleOf(address),
      drawn: [],
      skipped: '',
    };
  }
}

interface Chapter {
  readonly title: string;
  /** Relative to the source folder. */
  readonly path: string;
}

const CHAPTER = /\[((?:\\.|[^\]\\]){0,500})\]\(\s*(?:<([^>]{0,500})>|([^)\s]{0,500}))(?:\s[^)]{0,500})?\)/g;

/** Each file once, in reading order. */
export function chaptersIn(summary: string): readonly Chapter[] {
  const chapters = new Map<string, Chapter>();
  for (const line of summary.replace(/<!--[\s\S]*?-->/g, '').split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    for (const match of line.matchAll(CHAPTER)) {
      const target = decoded(unescaped(match[2] ?? match[3] ?? '')).replace(/#.*$/, '');
      if (!/\.md$/i.test(target) || /^[a-z]+:/i.test(target)) continue;
      const path = posix.normalize(target).replace(/^\/+/, '');
      if (!chapters.has(path)) chapters.set(path, { title: plain(match[1]!), path });
    }
  }
  return [...chapters.values()];
}

function plain(text: string): string {
  return unescaped(text).replace(/[*`]/g, '').trim();
}

/** A string in one table of a TOML text; `''` if absent. */
function tomlString(text: string, table: string, key: string): string {
  let current = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*([^[\]]+?)\s*\]/.exec(line);
    if (header !== null) current = header[1]!.replaceAll('"', '');
    const entry = /^\s*"?([\w-]+)"?\s*=\s*(?:"((?:\\.|[^"\\])*)"|'([^']*)')/.exec(line);
    if (current === table && entry?.[1] === key) return entry[2] ?? entry[3] ?? '';
  }
  return '';
}

async function readRequired(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new IbidError('SOURCE_UNAVAILABLE', `${name} cannot be read; give the folder that holds \`book.toml\`.`, {
      cause,
    });
  }
}
