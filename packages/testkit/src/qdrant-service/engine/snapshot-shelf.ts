import { createHash } from 'node:crypto';
import { refusal } from './refusal.ts';

export interface SnapshotDescription {
  readonly name: string;
  readonly creation_time: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hexadecimal digits. */
  readonly checksum: string;
}

/** Snapshots of a collection; they go with it, as in Qdrant. */
export interface SnapshotShelf {
  list(): readonly SnapshotDescription[];
  add(text: string): SnapshotDescription;
  /** The text as it was added. */
  read(name: string): string;
  delete(name: string): void;
}

export function snapshotShelf(collection: string): SnapshotShelf {
  const kept = new Map<string, { readonly description: SnapshotDescription; readonly text: string }>();
  let made = 0;
  return {
    list: () => [...kept.values()].map(({ description }) => description),
    add(text) {
      const name = `${collection}-${String(++made).padStart(16, '0')}.snapshot`;
      const time = new Date().toISOString().slice(0, 19);
      const description = { name, creation_time: time, size: Buffer.byteLength(text), checksum: checksumOf(text) };
      kept.set(name, { description, text });
      return description;
    },
    read(name) {
      const found = kept.get(name);
      if (found === undefined) throw refusal(404, `Snapshot ${name} does not exist`);
      return found.text;
    },
    delete(name) {
      if (!kept.delete(name)) throw refusal(404, `Snapshot ${name} does not exist`);
    },
  };
}

/** As it stands in a `SnapshotDescription`. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
