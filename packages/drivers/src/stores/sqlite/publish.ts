import type { IndexInfo } from '@ibid/core';
import { giveUpLease, type CheckAbort } from './build-verbs.ts';
import { collectGarbage } from './collect-garbage.ts';
import { fault } from '../../files/worker-fault.ts';
import { switchGeneration } from './generation-row.ts';
import type { Generation } from './generation.ts';
import { loadGeneration } from './load-generation.ts';
import { currentBuild, type Session } from './session.ts';
import { readSpace } from './space-row.ts';
import { runSteps } from './steps.ts';

export async function publish(
  session: Session,
  { spaceId, publishedAt, folded }: { readonly spaceId: string; readonly publishedAt: string; readonly folded: number },
  checkAbort: CheckAbort,
): Promise<IndexInfo> {
  const { db, scoring } = session;
  const { build, lease } = currentBuild(session);
  lease.guard();
  const space = readSpace(db, spaceId);
  if (space === undefined)
    throw fault('INVALID_REQUEST', `publish: the space \`${spaceId}\` is unknown; call \`putSpace\` first`);
  requireVectors(session, build.id, space.id, spaceId);

  // Ready in memory before the switch, so that no search waits for it.
  const body = { ...build.body, space: spaceId, publishedAt, folded };
  const next = await runSteps(loadGeneration(db, { id: build.id, body }, space, scoring, session.shown), checkAbort);
  db.write(() => {
    lease.guard();
    switchGeneration(db, build.id, { ...body, pages: next.info.pages, chunks: next.info.chunks });
  });
  session.shown = next;
  session.build = undefined;
  try {
    await tidy(session, next);
  } catch {
    // The generation is on show; what is left over is removed after the next one.
  }
  giveUpLease(session);
  return next.info;
}

function requireVectors({ db }: Session, build: number, space: number, name: string): void {
  const lacking = db
    .sql(
      `SELECT count(*) AS pages, min(manifest.url) AS first FROM manifest JOIN page ON page.id = manifest.page
       WHERE generation = ? AND chunks > 0
         AND NOT EXISTS (SELECT 1 FROM vector WHERE vector.page = manifest.page AND vector.space = ?)`,
    )
    .get<{ pages: number; first: string }>(build, space)!;
  if (lacking.pages > 0) {
    throw fault(
      'BUILD_INCOMPLETE',
      `${lacking.pages} pages lack vectors in \`${name}\`, first \`${lacking.first}\`; put them, then publish again`,
    );
  }
}

/** What follows the switch is not given up when the caller does. */
function proceed(): void {}

/** Removes what the generation does not use, then empties the write-ahead log. */
async function tidy(session: Session, { passagePostings: { starts } }: Generation): Promise<void> {
  const { db, vocabulary } = session;
  const guard = (): void => session.lease?.guard();
  await runSteps(collectGarbage(db, guard), proceed);
  const isUsed = (id: number): boolean => (starts[id + 1] ?? 0) > (starts[id] ?? 0);
  const prune = function* (): Generator<undefined, void> {
    let from: number | undefined = 0;
    while (from !== undefined) {
      const at: number = from;
      from = db.write(() => {
        guard();
        return vocabulary.prune(at, isUsed);
      });
      yield;
    }
  };
  await runSteps(prune(), proceed);
  db.checkpoint();
}
