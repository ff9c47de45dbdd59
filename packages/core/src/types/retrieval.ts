import type { Evidence, Passage } from './answer.ts';
import type { Hit } from './hit.ts';

/** What an asker should know about a search or an answer besides. */
export interface Warning {
  /** For programs, such as `selection_not_located`. */
  readonly code: string;
  /** For people: words without a capital in front or a stop at the end. */
  readonly text: string;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  /**
   * `no_matches`: every leg was asked, and no passage matches or none is similar enough. `partial`: a leg was missing or the budget left
   * something out; `warnings` say which. What the asker's own threshold leaves out is a warning, not a part missing.
   */
  readonly status: 'success' | 'partial' | 'no_matches';
  readonly warnings: readonly Warning[];
  readonly evidence: Evidence;
  /** Passages that the filter let through; 0 means that no such page or section exists. */
  readonly passages: number;
  /** Passages that were ranked, those below the threshold included. */
  readonly candidates: number;
  /** Where the threshold left no hit: the best of what it left out, at most five. Places to look, never to answer from. */
  readonly belowThreshold: readonly Hit[];
  /** The question's vector; `undefined` where there is none. It stays inside the process. */
  readonly vector: Float32Array | undefined;
  readonly generation: number;
}

export interface Found {
  /** `status` and `warnings` speak of `passages`; `hits` is empty where the passages are those of a selection. */
  readonly retrieval: Retrieval;
  /** Best first; those of a selection in the order of their page, with windows. */
  readonly passages: readonly Passage[];
  readonly warnings: readonly Warning[];
}
