/**
 * Notices that a folder has changed. What counts is the comparison of two scans, so that nothing is missed and nothing is made up; events
 * of the file system only say when to look, and where there are none, as in some containers and network folders, the clock does.
 *
 * Each folder is watched by itself: the recursive mode of `fs.watch` watches every single file on Linux, `node_modules` included.
 */
import { IbidError } from '@ibid/core';
import { watch as watchEvents, type FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isIgnoredName, isSameScan, scanFolder, type FolderScan } from './scan-folder.ts';

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

/** So long nothing must change: editors and generators write in bursts. */
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

/** Rejects with `SOURCE_UNAVAILABLE` when there is no such folder. */
export function watchFolder(options: WatchFolderOptions): FolderWatch {
  const { root, isIgnored, besides, onBlind, watch = watchEvents, lookEveryMs = LOOK_EVERY_MS } = options;
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
    for (let waited = 0; waited < LONGEST_UNREST_MS; waited += REST_MS) {
      await pause(REST_MS, signal);
      const next = await present(signal);
      if (isSame(next, state)) return next;
      state = next;
    }
    return state;
  }

  /** The state of the folder, for which a moment is given to come back. */
  async function present(signal: AbortSignal): Promise<State> {
    for (let waited = 0; ; waited += REST_MS) {
      hint = new AbortController();
      const state = look();
      if (state !== undefined) return state;
      if (waited >= GONE_MS) throw gone(root);
      await pause(REST_MS, signal);
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
