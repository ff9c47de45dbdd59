import type { CallOptions, FittedSpace } from '@ibid/core/types';
import { listStoredSpaces, missingSpace, readSpaceData } from '../content/spaces.ts';
import { readState } from '../state/state-point.ts';
import { loadPages } from './load-build.ts';
import type { Session } from './session.ts';

/** Spaces with vectors in the build or on show, newest first. */
export async function listSpaces(
  { calls, base }: Session,
  options: CallOptions | undefined,
): Promise<readonly (FittedSpace & { readonly fitted: number })[]> {
  const state = await readState(calls, base, options);
  if (state === undefined) return [];
  const { build, shown } = state;
  const used = new Set<string>();
  if (shown !== undefined) used.add(shown.spaceId);
  if (build !== undefined && !build.dropped) {
    const held = new Set<number>();
    for (const { vectors } of await loadPages(calls, base, state, options ?? {})) {
      for (const version of vectors) held.add(version);
    }
    for (const [id, version] of build.versions) if (held.has(version)) used.add(id);
  }
  const spaces: (FittedSpace & { readonly fitted: number })[] = [];
  for (const stored of await listStoredSpaces(calls, base, options)) {
    const { id, dimensions, fitted } = stored;
    if (!used.has(id)) continue;
    const data = await readSpaceData(calls, base, stored, options);
    if (data === undefined) throw missingSpace(id);
    spaces.push({ id, dimensions, data, fitted });
  }
  return spaces;
}
