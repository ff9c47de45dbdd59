import type { Database } from './database.ts';
import { fault } from '../../files/worker-fault.ts';
import type { Generation, Scoring } from './generation.ts';
import { shownId, type GenerationRow } from './generation-row.ts';
import type { Lease } from './lease.ts';
import { loadShown } from './load-generation.ts';
import type { RecentFrames } from './recent-frames.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What the worker knows between two calls. */
export interface Session {
  readonly db: Database;
  readonly scoring: Scoring;
  readonly vocabulary: Vocabulary;
  readonly frames: RecentFrames;
  shown: Generation | undefined;
  /** `PRAGMA data_version` when `shown` was last compared with the file; it changes with every commit of another connection. */
  dataVersion: number;
  lease: Lease | undefined;
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

/** The build under way in this process and its lease; throws `INVALID_REQUEST` without one. */
export function currentBuild(session: Session): { readonly build: GenerationRow; readonly lease: Lease } {
  const { build, lease } = session;
  if (build === undefined || lease === undefined) {
    throw fault('INVALID_REQUEST', 'No build is under way; call `beginBuild` first');
  }
  return { build, lease };
}
