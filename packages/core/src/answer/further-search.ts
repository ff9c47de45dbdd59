import type { AnswerEvent, Brief, Passage, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Found, Warning } from '../types/retrieval.ts';
import { pathKey } from '../url/path-key.ts';

interface Run {
  readonly question: Question;
  /** Generation of the index at the start of the run; 0 if there is none. */
  readonly generation: number;
  readonly passages: RunPassages;
  readonly retrieve: (question: Question, call: CallOptions) => Promise<{ readonly found: Found }>;
}

export interface FurtherSearches {
  readonly search: NonNullable<Brief['search']>;
  /** Returns the searches since the last call. */
  readonly drainEvents: () => readonly AnswerEvent[];
  readonly warnings: () => readonly Warning[];
}

/** Lets an answerer search during a run. `undefined` if only the given passages may be used. */
export function furtherSearch({ question, generation, passages, retrieve }: Run): FurtherSearches | undefined {
  if (question.selection !== undefined || question.supplied !== undefined) return undefined;
  let isChanged = false;
  const events: AnswerEvent[] = [];
  return {
    async search(query, call = {}) {
      const { where } = question;
      const { found } = await retrieve({ ...query, history: [], ...(where === undefined ? {} : { where }) }, call);
      // An answer must come from one generation of the index.
      const isStale = found.retrieval.generation !== generation;
      if (isStale) isChanged = true;
      const results = isStale ? [] : query.selection === undefined ? found.passages : located(found.passages, where);
      const least = question.retrieval?.minSimilarity ?? 0;
      const joining = passages.add(results.filter(({ similarity }) => similarity >= least));
      events.push({ type: 'search-end', search: query, passages: joining.added });
      const labels = new Map(joining.found.map(({ chunk, label }) => [chunk.id, label]));
      const labelled = results.map((passage) => ({ ...passage, label: labels.get(passage.chunk.id) ?? '' }));
      return { ...found, passages: labelled };
    },
    drainEvents: () => events.splice(0),
    warnings: () => (isChanged ? [CHANGED] : []),
  };
}

const CHANGED: Warning = {
  code: 'index_changed',
  text: 'the index was replaced during the answer, so it was not searched further',
};

/**
 * Keeps whole indexed passages that contain a text sent by the model. A text that is not in the index, or not within the question's
 * scope, would be a source invented by the model.
 */
function located(found: readonly Passage[], where: Question['where']): readonly Passage[] {
  if (where?.sections !== undefined) return [];
  return found.flatMap(({ window, ...passage }) => {
    const { url, locale, version } = passage.chunk;
    const isWithin =
      (where?.paths?.includes(pathKey(url)) ?? true) && isOf(locale, where?.locale) && isOf(version, where?.version);
    return window === undefined || !isWithin ? [] : [{ ...passage, score: 1 }];
  });
}

function isOf(own: string, wanted: string | undefined): boolean {
  return wanted === undefined || own === '' || own.toLowerCase() === wanted.toLowerCase();
}

/** Passages of one run by label; the labels are valid in this run only. */
export interface RunPassages {
  /** All passages, in the order of their labels. */
  all(): readonly Passage[];
  get(label: string): Passage | undefined;
  /** Adds the results of a further search. A known passage keeps its label and its first scores; a new one gets the next label. */
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
