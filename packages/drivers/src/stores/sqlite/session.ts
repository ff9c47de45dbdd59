import type { Database } from './database.ts';
import { fault } from '../../files/worker-fault.ts';
import type { Generation, Scoring } from './generation.ts';
import { shownId, type GenerationRow } from './generation-rows.ts';
import { loadShown } from './load-generation.ts';
import type { RecentFrames } from './read-verbs.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { WriterLock } from './writer-lock.ts';

/** Throws when the caller has given up. */
export type CheckAbort = () => void;

/** What the worker knows between two calls. */
export interface Session {
  readonly db: Database;
  readonly scoring: Scoring;
  readonly vocabulary: Vocabulary;
  readonly frames: RecentFrames;
  shown: Generation | undefined;
  /** `PRAGMA data_version` when `shown` was last compared with the file; it changes with every commit of another connection. */
  dataVersion: number;
  /** Held from the beginning of a build to its end. */
  lock: WriterLock | undefined;
  build: GenerationRow | undefined;
}

/** The generation on show now, loaded anew when another process has published since. */
export function currentGeneration(session: Session): Generation | undefined {
  const { db } = session;
  const { data_version: version } = db.sql('PRAGMA data_version').get<{ data_version: number }>()!;
  if (version !== session.dataVersion) {
    session.shown = db.read(() => {
      if (session.shown !== undefined && shownId(db) === session.shown.id) return session.shown;
      session.vocabulary.refresh();
      return loadShown(session);
    });
    session.dataVersion = version;
  }
  return session.shown;
}

/** The build under way in this process; throws `INVALID_REQUEST` without one. */
export function currentBuild({ build }: Session): GenerationRow {
  if (build === undefined) throw fault('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  return build;
}

export function releaseLock(session: Session): void {
  session.lock?.release();
  Object.assign(session, { lock: undefined, build: undefined });
}
