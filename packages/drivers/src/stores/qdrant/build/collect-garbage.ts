import { dropSpaces } from '../content/spaces.ts';
import { collectionsOf, keepingOf } from '../layout.ts';
import { changeState } from '../state/change-state.ts';
import type { StoreState } from '../state/state-point.ts';
import { allDone } from './all-done.ts';
import { dropVersions, namesOf } from './collections.ts';
import { all, endedBy, kindIs, namingOthers } from './filters.ts';
import type { Held } from './write.ts';

/** Generations for which an embedding that nobody asked for is kept. */
const CACHE_GENERATIONS = 4;

/**
 * Moves the alias to what is on show, and removes what nothing shows any more. Not while a build is under way, whose vectors would
 * look unused. An interruption leaves work for the next time.
 */
export async function collectGarbage(
  { calls, base, token, options }: Held,
  { shown, epochs, versions, build, dropped }: StoreState,
): Promise<void> {
  if (shown === undefined || build !== undefined) return;
  const { epoch, version, lineage, spaceId } = shown;
  const keeping = keepingOf(base);
  const { passages } = collectionsOf(base, version);
  if ((await calls.alias(base, options)) !== passages) await calls.switchAlias(base, passages, options);
  const old = all(endedBy(epoch, dropped));
  await allDone([keeping, ...namesOf(base, version)].map((name) => calls.deletePoints(name, old, options)));
  await calls.setPayload(keeping, { vectors: [version] }, namingOthers(version), options);
  // Only earlier ones: should this come late, the counts of a later generation are not among them.
  await calls.deletePoints(keeping, all(kindIs('term'), { key: 'lineage', range: { lt: lineage } }), options);
  await dropSpaces(calls, base, spaceId, epochs, options);
  await dropVersions(calls, base, versions, version, options);
  const unused = all(kindIs('cache'), { key: 'used', range: { lt: epoch - CACHE_GENERATIONS } });
  await calls.deletePoints(keeping, unused, options);
  await changeState(calls, base, token, () => ({ untidy: false }), options);
}
