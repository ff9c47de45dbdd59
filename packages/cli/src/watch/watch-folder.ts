/**
 * Notices that a folder has changed. What counts is the comparison of two scans, so that nothing is missed and nothing is made up; events
 * of the file system only say when to look, and where there are none, as in some containers and network folders, the clock does.
 *
 * Each folder is watched by itself: the recursive mode of `fs.watch` watches every single file on Linux, `node_modules` included.
 */
import { IbidError } from '@ibid/core';
import { readdirSync, statSync, watch as watchEvents, type Dirent, type FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface WatchFolderOptions {
  readonly root: string;
  /** Paths relative to the root, besides those that are never indexed. */
  readonly isIgnored: (path: string) => boolean;
  /** State of files elsewhere that count as well. */
  readonly besides: () => string;
  /** The system's way to be told of events. @default `fs.watch` */
  readonly watch?: typeof watchEvents;
  /** Milliseconds after which it is looked without an event; longer where looking takes long. @default 2,000 */
  readonly lookEveryMs?: number;
  /** Milliseconds in which nothing must change: editors and generators write in bursts. @default 300 */
  readonly restMs?: number;
  /** Told once when the system lets no more folders be watched; changes are then seen a little later. */
  readonly onBlind: () => void;
}

export interface FolderWatch extends Disposable {
  /**
   * Resolves once something has changed since it last resolved, or since the beginning, and the folder has come to rest.
   * Rejects with `SOURCE_UNAVAILABLE` when the folder has gone, or with the reason of the signal.
   */
  changed(signal: AbortSignal): Promise<void>;
}

const REST_MS = 300;
/** A folder that never rests is indexed as it is now and then. */
const LONGEST_UNREST_MS = 5_000;
/** Generators delete their output folder before they write it anew. */
const GONE_MS = 2_000;
const LOOK_EVERY_MS = 2_000;
/** A folder in which new folders come all the time is seen as it is at last. */
const MOST_LOOKS = 10;
/** Looking may take so small a share of the time. */
const LOOK_SHARE = 50;

interface State {
  readonly scan: FolderScan;
  readonly besides: string;
}

const IGNORED = /^(?:\..*|node_modules|.*~|#.*#|4913|.*\.(?:tmp|part|crdownload)|.*___jb_(?:tmp|old)___)$/iu;
/** Databases and their logs: the index itself, or that of a server beside it. */
const DATABASE = /\.(?:db|sqlite3?|ibid)(?:-(?:wal|shm|journal|lock))?$/iu;

/** Rejects with `SOURCE_UNAVAILABLE` when there is no such folder. */
export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const {
    root,
    isIgnored,
    besides,
    onBlind,
    watch = watchEvents,
    lookEveryMs = LOOK_EVERY_MS,
    restMs = REST_MS,
  } = options;
  const watchers = new Map<string, { readonly place: string; readonly watcher: FSWatcher | undefined }>();
  let blind = false;
  let hint = new AbortController();
  let lookEvery = lookEveryMs;

  function look(): State | undefined {
    const started = performance.now();
    let scan = scanFolder(root, isIgnored);
    // What came into a new folder before it was watched is seen by looking again.
    for (let again = 0; scan !== undefined && watchFolders(scan.folders) && again < MOST_LOOKS; again++) {
      scan = scanFolder(root, isIgnored);
    }
    if (scan === undefined) {
      closeWatchers();
      return undefined;
    }
    lookEvery = Math.max(lookEveryMs, (performance.now() - started) * LOOK_SHARE);
    return { scan, besides: besides() };
  }

  function closeWatchers(): void {
    for (const { watcher } of watchers.values()) watcher?.close();
    watchers.clear();
  }

  /** Watches just these folders; returns whether any is new. */
  function watchFolders(folders: ReadonlyMap<string, string>): boolean {
    for (const [path, { place, watcher }] of watchers) {
      if (folders.get(path) === place) continue;
      watcher?.close();
      watchers.delete(path);
    }
    const before = watchers.size;
    for (const [path, place] of folders) {
      if (!watchers.has(path)) watchers.set(path, { place, watcher: watchOne(path) });
    }
    return watchers.size > before;
  }

  function watchOne(path: string): FSWatcher | undefined {
    if (blind) return undefined;
    try {
      const watcher = watch(join(root, path), (_, name) => {
        if (name === null || !(isIgnoredName(name) || isIgnored(path === '' ? name : `${path}/${name}`))) hint.abort();
      });
      watcher.on('error', () => hint.abort());
      return watcher;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EMFILE') {
        blind = true;
        onBlind();
      }
      return undefined;
    }
  }

  async function restOf(first: State, signal: AbortSignal): Promise<State> {
    let state = first;
    for (let waited = 0; waited < LONGEST_UNREST_MS; waited += restMs) {
      await pause(restMs, signal);
      const next = await present(signal);
      if (isSame(next, state)) return next;
      state = next;
    }
    return state;
  }

  /** The state of the folder, for which a moment is given to come back. */
  async function present(signal: AbortSignal): Promise<State> {
    for (let waited = 0; ; waited += restMs) {
      hint = new AbortController();
      const state = look();
      if (state !== undefined) return state;
      if (waited >= GONE_MS) throw gone(root);
      await pause(restMs, signal);
    }
  }

  const first = look();
  if (first === undefined) throw gone(root);
  let known = first;

  return {
    async changed(signal) {
      for (;;) {
        await pause(lookEvery, signal, hint.signal);
        const now = await present(signal);
        if (isSame(now, known)) continue;
        known = await restOf(now, signal);
        return;
      }
    },
    [Symbol.dispose]: closeWatchers,
  };
}

/** Ends early at the hint; rejects with the reason of the signal. */
async function pause(milliseconds: number, signal: AbortSignal, hint?: AbortSignal): Promise<void> {
  const either = hint === undefined ? signal : AbortSignal.any([signal, hint]);
  await sleep(milliseconds, undefined, { signal: either }).catch(() => undefined);
  signal.throwIfAborted();
}

function isSame(one: State, other: State): boolean {
  return one.besides === other.besides && isSameScan(one.scan, other.scan);
}

function gone(root: string): IbidError {
  return new IbidError(
    'SOURCE_UNAVAILABLE',
    `The folder \`${basename(root)}\` is gone, so there is nothing to watch. Put it back and start again.`,
  );
}

/** What a folder holds: everything that tells a changed file from an unchanged one, without reading it. */
interface FolderScan {
  /** Path relative to the root, with `/` → size, times and place of the file. */
  readonly files: ReadonlyMap<string, string>;
  /** Folders entered, `''` for the root, → their places. */
  readonly folders: ReadonlyMap<string, string>;
}

/** Names that begin with a dot, `node_modules`, what editors write beside a file, and databases: nothing of them is ever indexed. */
function isIgnoredName(name: string): boolean {
  return IGNORED.test(name) || DATABASE.test(name);
}

/** `undefined` when the root is no folder any more. `isIgnored` is asked with paths relative to the root. */
function scanFolder(root: string, isIgnored: (path: string) => boolean): FolderScan | undefined {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = readFolder(join(root, folder));
    if (entries === undefined) {
      if (folder === '') return undefined;
      continue;
    }
    folders.set(folder, placeOf(join(root, folder)));
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnoredName(entry.name) || isIgnored(path)) continue;
      // Links to folders are not followed, as when indexing.
      if (entry.isDirectory()) open.push(path);
      else files.set(path, stateOf(join(root, path)));
    }
  }
  return { files, folders };
}

function isSameScan(one: FolderScan, other: FolderScan): boolean {
  if (one.files.size !== other.files.size) return false;
  for (const [path, state] of one.files) if (other.files.get(path) !== state) return false;
  return true;
}

/** Also tells a file that was replaced by another of the same size and time from the one before. */
export function stateOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

/** A folder made anew often gets the number of the one that was deleted. */
function placeOf(folder: string): string {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev} ${found.ino} ${found.birthtimeNs}`;
}

function readFolder(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone meanwhile, or not for us to read, which the run will tell.
    return undefined;
  }
}
