import type { Passage } from '../types/answer.ts';

/** The passages of one run, by the labels that are valid in it alone. */
export interface RunPassages {
  /** Those the run began with, then those added, in the order of their labels. */
  all(): readonly Passage[];
  get(label: string): Passage | undefined;
  /**
   * Takes what a further search found: a passage known already keeps its label and counts as it was found first, any other gets the
   * next label.
   */
  add(found: readonly Passage[]): { readonly found: readonly Passage[]; readonly added: readonly Passage[] };
}

export function runPassages(first: readonly Passage[]): RunPassages {
  const passages = [...first];
  const byLabel = new Map(first.map((passage) => [passage.label, passage]));
  const byChunk = new Map(first.map((passage) => [passage.chunk.id, passage]));
  return {
    all: () => [...passages],
    get: (label) => byLabel.get(label),
    add(found) {
      const added: Passage[] = [];
      const labelled = found.map((passage) => {
        const known = byChunk.get(passage.chunk.id);
        if (known !== undefined) return known;
        const fresh = { ...passage, label: `p${passages.length + 1}` };
        passages.push(fresh);
        byLabel.set(fresh.label, fresh);
        byChunk.set(fresh.chunk.id, fresh);
        added.push(fresh);
        return fresh;
      });
      return { found: labelled, added };
    },
  };
}
