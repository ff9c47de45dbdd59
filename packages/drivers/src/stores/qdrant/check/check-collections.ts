import type { Diagnostic } from '@ibid/core/types';
import { findSpace, readSpaceData } from '../content/spaces.ts';
import { collectionsOf, DENSE } from '../layout.ts';
import type { Checking, Findings } from './check-index.ts';
import { finding } from './finding.ts';

/** The collections and the space of what is on show. */
export async function* checkCollections({ calls, base, shown, options }: Checking): Findings {
  const found: Diagnostic[] = [];
  const { passages, legs, pages } = collectionsOf(base, shown.version);
  for (const [name, vector] of [
    [passages, ''],
    [legs, DENSE],
    [pages, DENSE],
  ] as const) {
    const collection = await calls.collection(name, options);
    if (collection === undefined) found.push(finding('store:collection', `The collection \`${name}\` is missing`));
    else if (collection.dense[vector]?.size !== shown.dimensions) {
      const size = collection.dense[vector]?.size ?? 'no';
      found.push(
        finding('store:collection', `\`${name}\` has vectors of ${size} dimensions instead of ${shown.dimensions}`),
      );
    }
  }
  const space = await findSpace(calls, base, shown.spaceId, options);
  const data = space && (await readSpaceData(calls, base, space, options));
  if (data === undefined) found.push(finding('store:vectors', `The space \`${shown.spaceId}\` is missing`));
  yield found;
}
