import { statSync } from 'node:fs';
import { lockFile, type FileLock } from '../../files/sqlite.ts';
import { fault } from '../../files/worker-fault.ts';
import type { PageFrame } from '../chunk-codec.ts';
import type { Database } from './database.ts';
import { type Generation, loadShown } from './generation.ts';
import { type GenerationRow, readGeneration } from './rows.ts';
import type { Vocabulary } from './vocabulary.ts';

/** State of the worker between calls. */
export interface Session {
  readonly db: Database;
  readonly vocabulary: Vocabulary;
  /**
   * Cache of what recently read pages have in common, because reading and checking the whole text of a page is most of the work of reading a few
   * chunks. Entries stay valid: a revision never changes and its number is never reused.
   */
  readonly frames: (page: number, read: () => PageFrame) => PageFrame;
  /** Throws if the caller of the call that begins now has aborted it; a call that runs in steps takes it before the first one. */
  checkAbort: () => void;
  shown: Generation | undefined;
  /** `PRAGMA data_version` when `shown` was last compared with the file; it changes with every commit of another connection. */
  dataVersion: number;
  /** `fileMark` at that time; it also changes when another process moves its log into the file or copies something over it. */
  mark: string;
  /** Held from the beginning of a build to its end. */
  lock: FileLock | undefined;
  build: GenerationRow | undefined;
}

/** The live generation, reloaded if another process has published. Throws `UPSTREAM_FAILED` if the path now has another index. */
export function currentGeneration(session: Session): Generation | undefined {
  const { db } = session;
  const mark = fileMark(db.file);
  const { data_version: version } = db.sql('PRAGMA data_version').get<{ data_version: number }>()!;
  if (version !== session.dataVersion || mark !== session.mark) {
    const isOther = session.mark !== '' && inode(mark) !== inode(session.mark);
    // SQLite does not notice writes that bypass it, and would continue with its cached pages.
    db.sql('PRAGMA shrink_memory').run();
    session.shown = db.read(() => {
      const { shown, vocabulary } = session;
      const row = readGeneration(db, 'shown');
      const isOlder = shown !== undefined && (row === undefined || row.id < shown.id);
      const isRewritten = row?.id === shown?.id && row?.body.publishedAt !== shown?.info.publishedAt;
      if (isOther || isOlder || isRewritten || !vocabulary.isKept()) {
        throw fault('UPSTREAM_FAILED', `\`${db.file}\` was replaced by another index while it was open; start again`);
      }
      vocabulary.refresh();
      return loadShown(session);
    });
    Object.assign(session, { dataVersion: version, mark });
  }
  return session.shown;
}

/** Device, inode, modification time and size; `''` if the file is gone. */
function fileMark(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? '' : `${found.dev}:${found.ino} ${found.mtimeNs} ${found.size}`;
}

function inode(mark: string): string {
  return mark.split(' ', 1)[0]!;
}

/** The running build of this process; throws `INVALID_REQUEST` if there is none. */
export function currentBuild({ build }: Session): GenerationRow {
  if (build === undefined) throw fault('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  return build;
}

export function releaseLock(session: Session): void {
  session.lock?.release();
  Object.assign(session, { lock: undefined, build: undefined });
}

/**
 * Locks a file next to the index for the duration of a build; the index itself is written in many short transactions and can be read by
 * everybody. Throws `STORE_BUSY` if another process, or another store of this process, holds the lock.
 */
export function acquireWriterLock(file: string): FileLock {
  const lock = lockFile(`${file}-lock`);
  if (lock !== undefined) return lock;
  throw fault('STORE_BUSY', `\`${file}\` is being written by another process; wait until it is done`, true);
}
