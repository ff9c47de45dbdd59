import { IbidError, sha256Hex } from '@ibid/core';
import type { Diagnostic } from '@ibid/core/types';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, matchesGlob, sep } from 'node:path';

export interface FolderFile {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
  /** Path of the file with symbolic links resolved. */
  readonly realPath: string;
}

interface WalkOptions {
  /** Globs that relative paths of files must match. */
  readonly include: readonly string[];
  /** Globs of files and folders to leave out; matching folders are not entered. */
  readonly exclude: readonly string[];
  /** Called for entries that are left out for a reason of interest to the owner. */
  readonly report: (diagnostic: Diagnostic) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields regular files under `root`, folder by folder, each folder in order of name. Links to files outside `root`, links to folders and
 * everything that is not a regular file are reported and left out. Rejects with `SOURCE_UNAVAILABLE` if a folder cannot be read, so that an
 * error never looks like removed pages.
 */
export async function* walkFolder(root: string, options: WalkOptions): AsyncGenerator<FolderFile> {
  const name = basename(root);
  const realRoot = await realpath(root).catch((cause: unknown) => unavailable(name, cause));
  if (!(await stat(realRoot)).isDirectory()) {
    throw new IbidError('SOURCE_UNAVAILABLE', `\`${name}\` is not a folder; give the folder that holds the pages.`);
  }
  const open: string[] = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const folders: string[] = [];
    const entries = await readdir(join(realRoot, folder), { withFileTypes: true }).catch((cause: unknown) =>
      unavailable(folder || name, cause),
    );
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (options.signal?.aborted === true) {
        throw new IbidError('ABORTED', `Reading of \`${name}\` was aborted.`, { cause: options.signal.reason });
      }
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (matchesAny(path, options.exclude)) continue;
      if (entry.isDirectory()) {
        folders.push(path);
      } else if (matchesAny(path, options.include)) {
        const realPath = entry.isFile() ? join(realRoot, path) : await resolveLink(realRoot, path, options);
        if (realPath !== undefined) yield { path, realPath };
      }
    }
    open.push(...folders.toReversed());
  }
}

async function resolveLink(realRoot: string, path: string, options: WalkOptions): Promise<string | undefined> {
  const problem = (message: string): undefined => {
    options.report({ severity: 'warning', rule: 'source:not-read', message, page: path });
  };
  try {
    const target = await realpath(join(realRoot, path));
    if (!isWithin(target, realRoot)) {
      return problem('It is a link that leads out of the folder. Copy the file into the folder to have it read.');
    }
    const inside = target.slice(realRoot.length).split(sep).filter(Boolean).join('/');
    if (matchesAny(inside, options.exclude)) return problem('It is a link to what is hidden or left out.');
    if ((await stat(target)).isFile()) return target;
    return problem('It is no regular file.');
  } catch {
    return problem('It is a link that leads nowhere.');
  }
}

/** True for the folder itself too. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function matchesAny(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}

function unavailable(what: string, cause: unknown): never {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  const message = `\`${what}\` cannot be read (${code}); check that it exists and may be read.`;
  throw new IbidError('SOURCE_UNAVAILABLE', message, { cause });
}

/**
 * Id that distinguishes folders of the same name without revealing their location, so that the index of one project's `docs` is not
 * updated from another's.
 */
export function folderId(kind: string, root: string): string {
  return `${kind}:${basename(root)}@${sha256Hex(root).slice(0, 8)}`;
}
