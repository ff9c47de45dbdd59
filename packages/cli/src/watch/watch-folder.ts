/**
 * Detects changes of a folder by comparing its state again and again. Unlike file system events, this misses nothing and reports nothing
 * that did not happen, and it works on network drives and in containers. Scanning takes at most a twentieth of the time.
 */
import { IbidError } from '@ibid/core';
import { readdirSync, statSync, type Dirent } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WatchFolderOptions {
  readonly root: string;
  /** Paths relative to the root to ignore, in addition to those that are never indexed. */
  readonly isIgnored: (path: string) => boolean;
  /** State of files outside the folder that count as well. */
  readonly besides: () => string;
  /** True if what was read outside the folder has changed since. */
  readonly isOutdated?: () => boolean;
  /** Milliseconds between two scans; longer if a scan takes long. @default 500 */
  readonly lookEveryMs?: number;
  /** Milliseconds without a change before the folder counts as settled: editors and generators write in bursts. @default 300 */
  readonly restMs?: number;
}

export interface FolderWatch {
  /**
   * Resolves once the folder has changed since the last call resolved (or since the start) and has settled. Rejects with
   * `SOURCE_UNAVAILABLE` if the folder is gone, or with the reason of the signal.
   */
  changed(signal: AbortSignal): Promise<void>;
}

/** A folder that never settles is indexed after this time. */
const LONGEST_UNREST_MS = 5_000;
/** Generators delete their output folder before they write it again. */
const GONE_MS = 2_000;
const LOOK_SHARE = 20;

/** Names that are never indexed: dot files, `node_modules` and temporary files of editors. */
const IGNORED = /^(?:\..*|node_modules|.*~|#.*#|4913|.*\.(?:tmp|part|crdownload)|.*___jb_(?:tmp|old)___)$/iu;
/** Databases and their logs: the index itself, or another one in the folder. */
const DATABASE = /\.(?:db|sqlite3?|ibid)(?:-(?:wal|shm|journal|lock))?$/iu;

/** Throws `SOURCE_UNAVAILABLE` if the folder does not exist. */
export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { root, isIgnored, besides, isOutdated = () => false, lookEveryMs = 500, restMs = 300 } = options;
  let lookEvery = lookEveryMs;

  /** State of the folder as text, which differs after any change; `undefined` if the folder is gone. */
  function look(): string | undefined {
    const started = performance.now();
    const files = scanFolder(root, isIgnored);
    lookEvery = Math.max(lookEveryMs, (performance.now() - started) * LOOK_SHARE);
    return files === undefined ? undefined : [...files.sort(), besides()].join('\n');
  }

  /** Returns the state after a pause. A missing folder has `GONE_MS` to come back. */
  async function stateAfter(pauseMs: number, signal: AbortSignal): Promise<string> {
    for (let waited = 0; ; waited += restMs) {
      await sleep(waited === 0 ? pauseMs : restMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      const state = look();
      if (state !== undefined) return state;
      if (waited >= GONE_MS) throw gone(root);
    }
  }

  let known = look();
  if (known === undefined) throw gone(root);

  return {
    async changed(signal) {
      let state = known;
      while (state === known && !isOutdated()) state = await stateAfter(lookEvery, signal);
      let waited = 0;
      do {
        known = state;
        state = await stateAfter(restMs, signal);
        waited += restMs;
      } while (state !== known && waited < LONGEST_UNREST_MS);
      known = state;
    },
  };
}

function gone(root: string): IbidError {
  return new IbidError(
    'SOURCE_UNAVAILABLE',
    `The folder \`${basename(root)}\` is gone, so there is nothing to watch. Put it back and start again.`,
  );
}

/** One line per file; `undefined` if the root is not a folder any more. `isIgnored` receives paths relative to the root, with `/`. */
function scanFolder(root: string, isIgnored: (path: string) => boolean): string[] | undefined {
  const files: string[] = [];
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    let entries: readonly Dirent[] = [];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      // The folder is gone or not readable; for one inside the root, the next run reports that.
      if (folder === '') return undefined;
    }
    for (const entry of entries) {
      const { name } = entry;
      const path = folder === '' ? name : `${folder}/${name}`;
      if (IGNORED.test(name) || DATABASE.test(name) || isIgnored(path)) continue;
      // Links to folders are not followed, as in indexing.
      if (entry.isDirectory()) open.push(path);
      else files.push(`${path} ${stateOf(join(root, path))}`);
    }
  }
  return files;
}

/** Also detects a file that was replaced by another one of the same size and time. */
export function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}
