import type { Chunk } from '../../types/chunk.ts';
import type { CheckedChunk } from './check-chunks.ts';
import { toChunk } from './to-chunk.ts';

/**
 * The supplied chunks as the index's own form has them, best first, as many whole ones as fit `budget` tokens. What a bundle
 * claims of its tokens is not believed: they are counted, by a tokenizer that is loaded for that alone.
 */
export async function fitBudget(
  checked: readonly CheckedChunk[],
  budget: number,
): Promise<{ readonly kept: readonly (CheckedChunk & { readonly chunk: Chunk })[]; readonly left: number }> {
  const kept: (CheckedChunk & { readonly chunk: Chunk })[] = [];
  const pages = new Map<string, { characters: number; chunks: number; sections: Map<string, number> }>();
  let free = budget;
  for (const one of checked) {
    const { supplied, own } = one;
    const tokens = own?.tokens ?? (await import('../../chunk/count-tokens.ts')).countTokens(supplied.text);
    if (tokens > free) continue;
    free -= tokens;
    if (own !== undefined) {
      kept.push({ ...one, chunk: own });
      continue;
    }
    const page = pages.get(supplied.url) ?? { characters: 0, chunks: 0, sections: new Map<string, number>() };
    const indexInSection = page.sections.get(supplied.heading) ?? 0;
    const place = { start: page.characters, indexInPage: page.chunks, indexInSection };
    page.characters += supplied.text.length;
    page.chunks += 1;
    page.sections.set(supplied.heading, indexInSection + 1);
    pages.set(supplied.url, page);
    kept.push({ ...one, chunk: toChunk(supplied, place, tokens) });
  }
  return { kept, left: checked.length - kept.length };
}
