/** The collections of one version: made, and found again to be removed. */
import type { CallOptions } from '@ibid/core/types';
import type { CollectionSettings, FieldKind, QdrantCalls } from '../client/qdrant-calls.ts';
import { allDone } from './all-done.ts';
import { collectionsOf, DENSE, SPARSE } from '../layout.ts';

const FIELDS: readonly (readonly [field: string, kind: FieldKind])[] = [
  ['url', 'keyword'],
  ['path', 'keyword'],
  ['sections', 'keyword'],
  ['locale', 'keyword'],
  ['version', 'keyword'],
  ['module', 'keyword'],
  ['from', 'integer'],
  ['until', 'integer'],
];
const CHUNK_FIELDS: typeof FIELDS = [...FIELDS, ['chunk_id', 'keyword']];

/** The three collections of a version, in the order of `collectionsOf`. */
export function namesOf(base: string, version: number): readonly [string, string, string] {
  const { passages, legs, pages } = collectionsOf(base, version);
  return [passages, legs, pages];
}

/** Creates what is missing of them. */
export async function createCollections(
  calls: QdrantCalls,
  base: string,
  version: number,
  dimensions: number,
  options: CallOptions,
): Promise<void> {
  const { passages, legs, pages } = collectionsOf(base, version);
  const sparse = { [SPARSE]: { modifier: 'idf' } } as const;
  const create = async (name: string, settings: CollectionSettings, fields: typeof FIELDS): Promise<void> => {
    await calls.createCollection(name, settings, options);
    for (const [field, kind] of fields) await calls.createFieldIndex(name, field, kind, options);
  };
  await allDone([
    create(passages, { dense: { '': { size: dimensions, distance: 'Cosine' } }, sparse }, CHUNK_FIELDS),
    create(legs, { dense: { [DENSE]: { size: dimensions, distance: 'Dot' } }, sparse: {} }, CHUNK_FIELDS),
    create(pages, { dense: { [DENSE]: { size: dimensions, distance: 'Dot' } }, sparse }, FIELDS),
  ]);
}

/** A version above `highest` whose names are free. */
export async function freeVersion(
  calls: QdrantCalls,
  base: string,
  highest: number,
  options: CallOptions,
): Promise<number> {
  const taken = new Set(await calls.collections(options));
  let version = highest + 1;
  while (namesOf(base, version).some((name) => taken.has(name))) version++;
  return version;
}

/** Removes the collections of all versions up to `highest` but the one to keep. */
export async function dropVersions(
  calls: QdrantCalls,
  base: string,
  highest: number,
  keep: number | undefined,
  options: CallOptions,
): Promise<void> {
  for (const name of await calls.collections(options)) {
    const version = versionIn(base, name);
    if (version === undefined || version > highest || version === keep) continue;
    await calls.deleteCollection(name, options);
  }
}

function versionIn(base: string, name: string): number | undefined {
  if (!name.startsWith(`${base}-v`)) return undefined;
  const found = /^([1-9]\d*)(?:-legs|-pages)?$/.exec(name.slice(base.length + 2));
  return found === null ? undefined : Number(found[1]);
}
