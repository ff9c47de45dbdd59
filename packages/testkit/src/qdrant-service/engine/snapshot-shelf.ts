import { refusal } from './refusal.ts';

export interface SnapshotDescription {
  readonly name: string;
  readonly creation_time: string;
  readonly size: number;
  readonly checksum: string;
}

/** Names of snapshots of a collection. Nothing is written: there is no way to restore one from here. */
export interface SnapshotShelf {
  list(): readonly SnapshotDescription[];
  add(): SnapshotDescription;
  delete(name: string): void;
}

export function snapshotShelf(collection: string): SnapshotShelf {
  const kept = new Map<string, SnapshotDescription>();
  let made = 0;
  return {
    list: () => [...kept.values()],
    add() {
      const name = `${collection}-${String(++made).padStart(16, '0')}.snapshot`;
      const time = new Date().toISOString().slice(0, 19);
      const description = { name, creation_time: time, size: 4096, checksum: '0'.repeat(64) };
      kept.set(name, description);
      return description;
    },
    delete(name) {
      if (!kept.delete(name)) throw refusal(404, `Snapshot ${name} does not exist`);
    },
  };
}
