import type { FittedSpace } from '@ibid/core';
import { findSpace, writeSpace, type StoredSpace } from '../content/spaces.ts';
import { changeState } from '../state/change-state.ts';
import { createCollections, freeVersion } from './collections.ts';
import { versionOf } from './open-build.ts';
import type { Writing } from './write.ts';

/** A space that is known already stays as it was first put. */
export async function putSpace(writing: Writing, space: FittedSpace, fitted: number): Promise<void> {
  const { calls, base, build, state, options } = writing;
  if (versionOf(build, space.id) !== undefined) return;
  let stored: Pick<StoredSpace, 'id' | 'dimensions'> | undefined = await findSpace(calls, base, space.id, options);
  if (stored === undefined) {
    await writeSpace(calls, base, space, { fitted, number: state.spaces + 1 }, options);
    stored = space;
  }
  await addVersion(writing, stored);
}

/** The version that the build's vectors of a known space go to, made where there is none yet; `undefined` for an unknown space. */
export async function ensureVersion(writing: Writing, spaceId: string): Promise<number | undefined> {
  const { calls, base, build, options } = writing;
  const version = versionOf(build, spaceId);
  if (version !== undefined) return version;
  const stored = await findSpace(calls, base, spaceId, options);
  return stored && addVersion(writing, stored);
}

/** The state names the version before its collections are there, so that none is ever left that nothing knows of. */
async function addVersion(
  { calls, base, build, token, state, options }: Writing,
  { id, dimensions }: Pick<StoredSpace, 'id' | 'dimensions'>,
): Promise<number> {
  const version = await freeVersion(calls, base, state.versions, options);
  const record = { ...build.record, versions: [...build.record.versions, [id, version] as const] };
  await changeState(
    calls,
    base,
    token,
    ({ spaces }) => ({ versions: version, spaces: spaces + 1, build: record }),
    options,
  );
  build.record = record;
  await createCollections(calls, base, version, dimensions, options);
  return version;
}
