import type { Catalog } from './engine/catalog.ts';
import { kindOf } from './engine/field-indexes.ts';
import type { CollectionSnapshot } from './qdrant-service.ts';

/** What a catalog holds, for looking at in tests. */
export function snapshotsOf({ collections, aliases }: Catalog): readonly CollectionSnapshot[] {
  return [...collections.values()].map((collection) => ({
    name: collection.name,
    aliases: [...aliases].filter(([, target]) => target === collection.name).map(([alias]) => alias),
    indexes: Object.fromEntries([...collection.indexes.byField].map(([field, schema]) => [field, kindOf(schema)])),
    points: collection.ordered().map(({ id, payload, vectors }) => ({ id, payload, vectors: [...vectors.keys()] })),
  }));
}
