import type { FittedSpace } from '@ibid/core/types';
import { findSpace, readSpaceData, writeSpace } from '../content/spaces.ts';
import { changeState } from '../state/change-state.ts';
import { createCollections, freeVersion } from './collections.ts';
import { versionOf } from './open-build.ts';
import type { Writing } from './write.ts';

/** A space that is known already stays as it was first put. */
export async function putSpace(writing: Writing, space: FittedSpace, fitted: number): Promise<void> {
  if (versionOf(writing.build, space.id) !== undefined) return;
  const stored = await keepStored(writing, space.id);
  if (stored === undefined) await writeOwn(writing, space, fitted);
  await addVersion(writing, stored ?? space);
}

/** The version that the build's vectors of a known space go to, made where there is none yet; `undefined` for an unknown space. */
export async function ensureVersion(writing: Writing, spaceId: string): Promise<number | undefined> {
  const version = versionOf(writing.build, spaceId);
  if (version !== undefined) return version;
  const stored = await keepStored(writing, spaceId);
  return stored && addVersion(writing, stored);
}

/** A known space, as the build's own unless it is on show: what was left of another build may be under removal yet. */
async function keepStored(
  writing: Writing,
  spaceId: string,
): Promise<Pick<FittedSpace, 'id' | 'dimensions'> | undefined> {
  const { calls, base, build, options } = writing;
  const stored = await findSpace(calls, base, spaceId, options);
  if (stored === undefined || spaceId === build.shown?.spaceId) return stored;
  const data = await readSpaceData(calls, base, stored, options);
  if (data === undefined) return undefined;
  const { id, dimensions, fitted } = stored;
  await writeOwn(writing, { id, dimensions, data }, fitted);
  return stored;
}

function writeOwn({ calls, base, build, state, options }: Writing, space: FittedSpace, fitted: number): Promise<void> {
  return writeSpace(calls, base, space, { fitted, number: state.spaces + 1, used: build.record.epoch }, options);
}

/** The state names the version before its collections are there, so that none is ever left that nothing knows of. */
async function addVersion(
  { calls, base, build, token, state, options }: Writing,
  { id, dimensions }: Pick<FittedSpace, 'id' | 'dimensions'>,
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
