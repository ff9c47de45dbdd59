import type { AnswerEvent, Brief, Passage, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Found, Warning } from '../types/retrieval.ts';

interface Run {
  readonly question: Question;
  /** Of the index, as the run began with it; 0 = none. */
  readonly generation: number;
  readonly passages: RunPassages;
  readonly find: (question: Question, call: CallOptions) => Promise<Found>;
}

export interface FurtherSearches {
  readonly search: NonNullable<Brief['search']>;
  /** Searches since the last call. */
  readonly news: () => readonly AnswerEvent[];
  readonly warnings: () => readonly Warning[];
}

/** How an answerer may search in the middle of a run. `undefined` where the passages at hand are all that may be used (R14). */
export function furtherSearch({ question, generation, passages, find }: Run): FurtherSearches | undefined {
  if (question.selection !== undefined || question.supplied !== undefined) return undefined;
  let isChanged = false;
  let events: AnswerEvent[] = [];
  return {
    async search(query, call = {}) {
      const { limit, minSimilarity } = question.retrieval ?? {};
      const limits = [question.retrieval, query.retrieval].filter((given) => given?.minSimilarity !== undefined);
      const isDefault = limits.length > 0 && limits.every((given) => given?.isDefault === true);
      const retrieval = {
        ...narrowest('limit', Math.min, limit, query.retrieval?.limit),
        ...narrowest('minSimilarity', Math.max, minSimilarity, query.retrieval?.minSimilarity),
        ...(isDefault ? { isDefault } : {}),
      };
      // Nothing but words is taken over: a selection that a model brings would be a source of its own making.
      const { text } = query;
      const { where } = question;
      const found = await find({ text, history: [], ...(where === undefined ? {} : { where }), retrieval }, call);
      // An answer comes from one generation of the index, never from two.
      const isStale = found.retrieval.generation !== generation;
      if (isStale) isChanged = true;
      const relabelled = isStale ? NOTHING : passages.add(found.passages);
      events.push({ type: 'search-end', search: { text, retrieval }, passages: relabelled.added });
      return { ...found, passages: relabelled.found };
    },
    news() {
      const told = events;
      events = [];
      return told;
    },
    warnings: () => (isChanged ? [CHANGED] : []),
  };
}

const CHANGED: Warning = {
  code: 'index_changed',
  text: 'the index was replaced during the answer, so it was not searched further',
};

const NOTHING: { readonly found: readonly Passage[]; readonly added: readonly Passage[] } = { found: [], added: [] };

function narrowest<Key extends string>(
  key: Key,
  choose: (a: number, b: number) => number,
  own: number | undefined,
  asked: number | undefined,
): Partial<Record<Key, number>> {
  const value = own === undefined ? asked : asked === undefined ? own : choose(own, asked);
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<Key, number>>);
}

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
