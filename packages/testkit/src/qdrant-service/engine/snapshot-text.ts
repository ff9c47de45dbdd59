/**
 * A collection as a snapshot of this stand-in: JSON, where Qdrant has an archive of its files. Settings, payload indexes and points with their vectors as
 * they are stored, bit for bit; no aliases, as in Qdrant.
 */
import { collection, type Collection } from './collection.ts';
import type { CreateCollectionBody } from './bodies.ts';
import type { FieldSchema } from './field-indexes.ts';
import type { JsonObject } from './json-value.ts';
import { orderKeyOf, type PointId } from './point-id.ts';
import { refusal } from './refusal.ts';
import type { StoredVector } from './stored-point.ts';

const FORMAT = 'snapshot of the stand-in, 1';

interface SavedCollection {
  readonly format: typeof FORMAT;
  readonly settings: CreateCollectionBody;
  readonly indexes: readonly (readonly [string, FieldSchema])[];
  readonly points: readonly SavedPoint[];
}

interface SavedPoint {
  readonly id: PointId;
  readonly version: number;
  readonly payload: JsonObject;
  readonly vectors: Readonly<Record<string, SavedVector>>;
}

type SavedVector = readonly number[] | { readonly indices: readonly number[]; readonly values: readonly number[] };

export function snapshotText({ settings, indexes, ordered }: Collection): string {
  const points = ordered().map(({ id, version, payload, vectors }): SavedPoint => {
    const saved = [...vectors].map(([name, vector]) => [name, savedVector(vector)] as const);
    return { id, version, payload, vectors: Object.fromEntries(saved) };
  });
  const saved: SavedCollection = { format: FORMAT, settings, indexes: [...indexes.byField], points };
  return JSON.stringify(saved);
}

/** The collection of a snapshot under this name, which may be another one than it was taken of. Refuses what is no whole snapshot. */
export function collectionOf(name: string, text: string): Collection {
  const { settings, indexes, points } = read(text);
  const made = collection(name, settings);
  for (const [field, schema] of indexes) made.indexes.add(field, schema);
  made.load(
    points.map(({ id, version, payload, vectors }) => {
      const stored = Object.entries(vectors).map(([vector, saved]) => [vector, storedVector(saved)] as const);
      return { id, orderKey: orderKeyOf(id), version, payload, vectors: new Map(stored) };
    }),
  );
  return made;
}

function read(text: string): SavedCollection {
  let saved: Partial<SavedCollection> | null = null;
  try {
    saved = JSON.parse(text) as Partial<SavedCollection> | null;
  } catch {
    // Cut off, or no snapshot at all.
  }
  if (saved?.format === FORMAT) return saved as SavedCollection;
  throw refusal(400, 'Failed to read the snapshot: it is empty, cut off, or none of this server');
}

function savedVector(vector: StoredVector): SavedVector {
  if (vector instanceof Float32Array) return [...vector];
  return { indices: [...vector.indices], values: [...vector.values] };
}

function storedVector(saved: SavedVector): StoredVector {
  if ('indices' in saved) {
    return { indices: Uint32Array.from(saved.indices), values: Float32Array.from(saved.values) };
  }
  return Float32Array.from(saved);
}
