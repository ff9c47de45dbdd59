import { checksum } from './checksum.ts';
import { fault } from '../../files/worker-fault.ts';
import type { Session } from './session.ts';

interface Row {
  readonly id: number;
  readonly vector: Uint8Array;
  readonly used: number;
  readonly sum: number;
}

/** A row that fails its checksum counts as missing: the text is then embedded again. */
export function getCached(session: Session, space: string, hashes: readonly string[]): (Float32Array | undefined)[] {
  const { db } = session;
  const select = db.sql('SELECT id, vector, used, sum FROM embedding WHERE space = ? AND hash = ?');
  const newest = newestGeneration(session);
  const stale: number[] = [];
  const vectors = hashes.map((hash) => {
    const row = select.get<Row>(space, hash);
    if (row === undefined || row.sum !== checksum(space, hash, row.vector)) return undefined;
    if (row.used < newest) stale.push(row.id);
    return new Float32Array(row.vector.slice().buffer);
  });
  // Only a build notes what it used: a reader of the index should not write to it.
  if (stale.length > 0 && session.lock !== undefined) {
    db.write(() => {
      for (const id of stale) db.sql('UPDATE embedding SET used = ? WHERE id = ?').run(newest, id);
    });
  }
  return vectors;
}

export function putCached(
  session: Session,
  space: string,
  entries: readonly { readonly hash: string; readonly vector: Float32Array }[],
): void {
  const { db } = session;
  if (db.readOnly)
    throw fault('INVALID_CONFIG', `\`${db.file}\` was opened with \`readOnly\` and cannot cache embeddings`);
  const used = newestGeneration(session);
  db.write(() => {
    for (const { hash, vector } of entries) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      db.sql('INSERT OR REPLACE INTO embedding (space, hash, vector, used, sum) VALUES (?, ?, ?, ?, ?)').run(
        space,
        hash,
        bytes,
        used,
        checksum(space, hash, bytes),
      );
    }
  });
}

function newestGeneration({ db }: Session): number {
  return db.sql('SELECT coalesce(max(id), 0) AS id FROM generation').get<{ id: number }>()!.id;
}
