/**
 * Notices that a folder has changed by comparing what it holds with what it held, again and again: nothing is missed, nothing is made up, and
 * network drives and containers, which report no events, are like any other folder. Looking takes a twentieth of the time at most.
 */
import { IbidError } from '@ibid/core';
import { readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WatchFolderOptions {
  readonly root: string;
  /** Paths relative to the root, besides those that are never indexed. */
  readonly isIgnored: (path: string) => boolean;
  /** State of files elsewhere that count as well. */
  readonly besides: () => string;
  /** Milliseconds between two looks; longer where looking takes long. @default 500 */
  readonly lookEveryMs?: number;
  /** Milliseconds in which nothing must change: editors and generators write in bursts. @default 300 */
  readonly restMs?: number;
}

export interface FolderWatch {
  /**
   * Resolves once something has changed since it last resolved, or since the beginning, and the folder has come to rest.
   * Rejects with `SOURCE_UNAVAILABLE` when the folder has gone, or with the reason of the signal.
   */
  changed(signal: AbortSignal): Promise<void>;
}

/** A folder that never rests is indexed as it is now and then. */
const LONGEST_UNREST_MS = 5_000;
/** Generators delete their output folder before they write it anew. */
const GONE_MS = 2_000;
const LOOK_SHARE = 20;

const IGNORED = /^(?:\..*|node_modules|.*~|#.*#|4913|.*\.(?:tmp|part|crdownload)|.*___jb_(?:tmp|old)___)$/iu;
/** Databases and their logs: the index itself, or that of a server beside it. */
const DATABASE = /\.(?:db|sqlite3?|ibid)(?:-(?:wal|shm|journal|lock))?$/iu;

/** Rejects with `SOURCE_UNAVAILABLE` when there is no such folder. */
export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { root, isIgnored, besides, lookEveryMs = 500, restMs = 300 } = options;
  let lookEvery = lookEveryMs;

  /** Everything that tells a changed folder from an unchanged one; `undefined` when it is gone. */
  function look(): string | undefined {
    const started = performance.now();
    const files = scanFolder(root, isIgnored);
    lookEvery = Math.max(lookEveryMs, (performance.now() - started) * LOOK_SHARE);
    return files === undefined ? undefined : [...files.sort(), besides()].join('\n');
  }

  /** The state of the folder, for which a moment is given to come back. */
  async function present(signal: AbortSignal): Promise<string> {
    for (let waited = 0; ; waited += restMs) {
      const state = look();
      if (state !== undefined) return state;
      if (waited >= GONE_MS) throw gone(root);
      await pause(restMs, signal);
    }
  }

  let known = look();
  if (known === undefined) throw gone(root);

  return {
    async changed(signal) {
      let state: string;
      do {
        await pause(lookEvery, signal);
        state = await present(signal);
      } while (state === known);
      for (let waited = 0; waited < LONGEST_UNREST_MS; waited += restMs) {
        known = state;
        await pause(restMs, signal);
        state = await present(signal);
        if (state === known) return;
      }
      known = state;
    },
  };
}

/** Rejects with the reason of the signal. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

function gone(root: string): IbidError {
  return new IbidError(
    'SOURCE_UNAVAILABLE',
    `The folder \`${basename(root)}\` is gone, so there is nothing to watch. Put it back and start again.`,
  );
}

/** Names that begin with a dot, `node_modules`, what editors write beside a file, and databases: nothing of them is ever indexed. */
function isIgnoredName(name: string): boolean {
  return IGNORED.test(name) || DATABASE.test(name);
}

/** A line for each file; `undefined` when the root is no folder any more. `isIgnored` is asked with paths relative to the root, with `/`. */
function scanFolder(root: string, isIgnored: (path: string) => boolean): string[] | undefined {
  const files: string[] = [];
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = readFolder(join(root, folder));
    if (entries === undefined && folder === '') return undefined;
    for (const entry of entries ?? []) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnoredName(entry.name) || isIgnored(path)) continue;
      // Links to folders are not followed, as when indexing.
      if (entry.isDirectory()) open.push(path);
      else files.push(`${path} ${stateOf(join(root, path))}`);
    }
  }
  return files;
}

/** Also tells a file that was replaced by another of the same size and time from the one before. */
export function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

function readFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not for us to read, which the run will tell.
    return undefined;
  }
}
