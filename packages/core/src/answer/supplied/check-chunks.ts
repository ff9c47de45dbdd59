import type { SuppliedChunk, SuppliedContext } from '../../types/answer.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { Warning } from '../../types/retrieval.ts';
import { IbidError } from '../../types/ibid-error.ts';
import { canonicalUrl } from '../../url/canonical-url.ts';
import { textSpans } from './text-spans.ts';

export interface CheckedChunk {
  readonly supplied: SuppliedChunk;
  /** The indexed chunk if it is equal to the supplied one; `undefined` if only quotes can be proved. */
  readonly own: Chunk | undefined;
}

/** Only web URLs have several spellings; other source names are compared unchanged. */
function spelling(url: string): string {
  return /^https?:\/\//iu.test(url) && URL.canParse(url) ? canonicalUrl(url) : url;
}

/** Name of the part that differs from the indexed chunk with the same id; `''` if none. A missing heading is not compared. */
function difference(supplied: SuppliedChunk, own: Chunk): string {
  if (spelling(supplied.url) !== spelling(own.url)) return 'address';
  if (supplied.heading.trim() !== '' && supplied.heading.trim() !== own.heading.trim()) return 'heading';
  return supplied.text === own.text ? '' : 'text';
}

/**
 * Compares supplied chunks with the index. `own[i]` is the indexed chunk with the id of `chunks[i]`; repeated ids are kept once. An id is
 * a hash of URL and heading, so a chunk with others under that id was never in the index: `CONTEXT_REFUSED`. The same applies to a
 * different text from this generation, or from one that does not exist yet. Text from an earlier generation may have been correct then,
 * and is kept as supplied.
 */
export function checkChunks(
  context: Pick<SuppliedContext, 'chunks' | 'generation'>,
  own: readonly (Chunk | undefined)[],
  generation: number,
): { readonly checked: readonly CheckedChunk[]; readonly warnings: readonly Warning[] } {
  const said = context.generation ?? generation;
  const mayHaveChanged = said > 0 && said < generation;
  const checked = new Map<string, CheckedChunk>();
  const unknown: string[] = [];
  const changed: string[] = [];
  for (const [place, supplied] of context.chunks.entries()) {
    const known = own[place];
    const differs = known === undefined ? '' : difference(supplied, known);
    if (differs !== '' && !(differs === 'text' && mayHaveChanged)) throw refusal(supplied.id, differs);
    if (checked.has(supplied.id)) continue;
    if (known === undefined) unknown.push(supplied.id);
    else if (differs !== '') changed.push(supplied.id);
    checked.set(supplied.id, { supplied, own: differs === '' ? known : undefined });
  }
  const warnings: Warning[] = [];
  const proved = 'only their quotes are proved, not where they come from';
  if (unknown.length > 0) {
    warnings.push({
      code: 'unverified_context',
      text: `${unknown.length} of ${checked.size} passages are not in this index, so ${proved}: ${named(unknown)}`,
    });
  }
  if (changed.length > 0) {
    warnings.push({
      code: 'unverified_context',
      text: `${changed.length} of ${checked.size} passages differ from what the index holds now, so ${proved}: ${named(changed)}`,
    });
  }
  return { checked: [...checked.values()], warnings };
}

const MOST_NAMED = 5;
const LONGEST_NAME = 80;

/** Names the passages in a warning. Ids are caller input, so they are cut. */
function named(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => `\`${[...id].slice(0, LONGEST_NAME).join('')}\``);
  return ids.length > MOST_NAMED ? `${shown.join(', ')} and ${ids.length - MOST_NAMED} more` : shown.join(', ');
}

function refusal(id: string, part: string): IbidError {
  return new IbidError(
    'CONTEXT_REFUSED',
    `The passage \`${id}\` is not what this index holds under that id: its ${part} differs. Supply it as it was retrieved, or retrieve again.`,
  );
}

const UNNAMED = 'Supplied passage';

/** Position of a supplied passage after those before it. */
export interface SuppliedPlace {
  /** Number of characters in the earlier passages of the same page, so that passages of one page keep their order. */
  readonly start: number;
  readonly indexInPage: number;
  readonly indexInSection: number;
}

/** Converts a supplied passage to the form of an indexed chunk, using only what the caller supplied. */
export function toChunk(supplied: SuppliedChunk, place: SuppliedPlace, tokens: number): Chunk {
  const { id, url, anchor, text } = supplied;
  const title = supplied.title.trim() || supplied.heading.trim() || UNNAMED;
  const heading = supplied.heading.trim() || title;
  return {
    id,
    url,
    title,
    heading,
    headings: heading === title ? [] : [heading],
    anchor,
    text,
    start: place.start,
    end: place.start + text.length,
    lead: '',
    spans: textSpans(text),
    marks: [],
    index: place.indexInSection,
    indexInSection: place.indexInSection,
    indexInPage: place.indexInPage,
    chunksInPage: place.indexInPage + 1,
    tokens: Math.max(1, tokens),
    sourceFile: 'supplied',
    locale: '',
    version: '',
    module: 'root',
  };
}
