import { IbidError } from '../types/ibid-error.ts';

/** Share of the pages on show that a build must keep to be published unasked. */
const SHRINK_LIMIT = 0.7;

/** Throws `BUILD_HELD` when too many pages are missing: an outage or a wrong path must not empty the index. */
export function guardAgainstShrinking(build: {
  readonly pages: number;
  readonly shown: number;
  readonly allowShrink: boolean;
}): void {
  const { pages, shown, allowShrink } = build;
  if (allowShrink || pages >= shown * SHRINK_LIMIT) return;
  throw new IbidError(
    'BUILD_HELD',
    `The new index would have ${pages} pages instead of ${shown}. It is held back and the one on show stays: check that the source is complete, or confirm the loss with \`allowShrink\` (\`--allow-shrink\`).`,
    { details: { pages, shown } },
  );
}
