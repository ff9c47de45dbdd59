import type { SuppliedChunk, SuppliedContext } from '../../spec/answer.ts';
import type { Chunk } from '../../spec/chunk.ts';
import { IbidError } from '../../spec/ibid-error.ts';
import { canonicalUrl } from '../../url/canonical-url.ts';

export interface CheckedChunk {
  readonly supplied: SuppliedChunk;
  /** The index's own chunk, when the supplied one says the same; `undefined` when nothing but its words can be proved. */
  readonly own: Chunk | undefined;
}

/** Only addresses of the web have several spellings; any other name of a source is taken as it is. */
function spelling(url: string): string {
  return /^https?:\/\//iu.test(url) && URL.canParse(url) ? canonicalUrl(url) : url;
}

/** In what a supplied chunk differs from the index's chunk of that id; `''` for nothing. A heading left out is not compared. */
function difference(supplied: SuppliedChunk, own: Chunk): string {
  if (supplied.text !== own.text) return 'text';
  if (spelling(supplied.url) !== spelling(own.url)) return 'address';
  return supplied.heading.trim() === '' || supplied.heading.trim() === own.heading.trim() ? '' : 'heading';
}

/**
 * Compares what was supplied with the index, `own[i]` being the index's chunk with the id of `chunks[i]`; repeated ids once.
 * A chunk that says of this very generation what it does not say was not made by the index: `CONTEXT_REFUSED`. One of another
 * generation may have been right in its time, and is kept as supplied.
 */
export function checkChunks(
  context: Pick<SuppliedContext, 'chunks' | 'generation'>,
  own: readonly (Chunk | undefined)[],
  generation: number,
): { readonly checked: readonly CheckedChunk[]; readonly warnings: readonly string[] } {
  const ofThisGeneration = context.generation === undefined || context.generation === generation;
  const checked = new Map<string, CheckedChunk>();
  let unknown = 0;
  let changed = 0;
  for (const [place, supplied] of context.chunks.entries()) {
    const known = own[place];
    const differs = known === undefined ? '' : difference(supplied, known);
    if (differs !== '' && ofThisGeneration) throw refusal(supplied.id, differs);
    if (checked.has(supplied.id)) continue;
    if (known === undefined) unknown += 1;
    else if (differs !== '') changed += 1;
    checked.set(supplied.id, { supplied, own: differs === '' ? known : undefined });
  }
  const warnings: string[] = [];
  const proved = 'only their quotes are proved, not where they come from';
  if (unknown > 0) {
    warnings.push(`unverified_context: ${unknown} of ${checked.size} passages are not in this index, so ${proved}`);
  }
  if (changed > 0) {
    warnings.push(
      `unverified_context: ${changed} of ${checked.size} passages have changed in the index since they were found, so ${proved}`,
    );
  }
  return { checked: [...checked.values()], warnings };
}

function refusal(id: string, part: string): IbidError {
  return new IbidError(
    'CONTEXT_REFUSED',
    `The passage \`${id}\` is not what this index holds under that id: its ${part} differs. Supply it as it was retrieved, or retrieve again.`,
  );
}
