import { invalidConfig } from '@ibid/core';
import { PROJECT_FILES } from '@ibid/drivers/sources/project-files';
import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceKind } from './define-config.ts';

/** Enough to recognise the kind of a folder without walking a whole disk. */
const MOST_ENTRIES = 20_000;

/** Distinguishes a web address, a folder of Markdown and a folder of built HTML. Throws `INVALID_CONFIG` for anything else. */
export async function detectSource(source: string): Promise<SourceKind> {
  if (isWebAddress(source)) return 'site';
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) {
    throw invalidConfig(
      `\`${source}\` is neither a folder nor a web address. Give a folder, or an address that starts with https://.`,
    );
  }
  if (!found.isDirectory()) {
    throw invalidConfig(`\`${source}\` is a file. Give the folder that holds the pages.`);
  }
  if (isProject(source)) return 'markdown';
  const { markdown, html, unread } = await countPages(source);
  if (unread > markdown + html) {
    throw invalidConfig(
      `\`${source}\` holds ${unread} files of reStructuredText or AsciiDoc, which Ibid does not read. Build the site (\`make html\` in many Sphinx projects) and give the folder of the built HTML, or the address of the site.`,
    );
  }
  if (markdown === 0 && html === 0) {
    throw invalidConfig(`\`${source}\` holds no .md, .mdx or .html files. Give the folder of the pages.`);
  }
  return markdown >= html ? 'markdown' : 'html';
}

/** Finds docs in the working folder: itself if it is a docs project, else the first of `docs` and itself that has pages; else `undefined`. */
export async function findDocs(): Promise<string | undefined> {
  if (isProject('.')) return '.';
  for (const folder of ['docs', '.']) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) continue;
    const { markdown, html, unread } = await countPages(folder);
    if (markdown + html + unread > 0) return folder;
  }
  return undefined;
}

export function isWebAddress(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}

function isProject(folder: string): boolean {
  return PROJECT_FILES.some((name) => existsSync(join(folder, name)));
}

/** Counts the files of each kind; `unread` are pages in markup that Ibid does not read. Leaves out folders in it that cannot be opened. */
async function countPages(root: string): Promise<{ markdown: number; html: number; unread: number }> {
  const counts = { markdown: 0, html: 0, unread: 0 };
  const folders = [root];
  let left = MOST_ENTRIES;
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const entries = await opendir(folder).catch((cause: NodeJS.ErrnoException) => {
      if (folder !== root) return;
      const message = `\`${root}\` cannot be read (${cause.code ?? cause.name}). Allow this user to read it.`;
      throw invalidConfig(message, cause);
    });
    if (entries === undefined) continue;
    for await (const entry of entries) {
      left -= 1;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (/\.mdx?$/iu.test(entry.name)) counts.markdown += 1;
      else if (/\.html?$/iu.test(entry.name)) counts.html += 1;
      else if (/\.(?:rst|adoc|asciidoc)$/iu.test(entry.name)) counts.unread += 1;
    }
  }
  return counts;
}
