import type { Evidence, Passage } from './answer.ts';
import type { Hit } from './hit.ts';

/** A note for the caller, in addition to the result of a search or an answer. */
export interface Warning {
  /** Machine-readable code, such as `selection_not_located`. */
  readonly code: string;
  /** Human-readable text, without an initial capital or a final full stop. */
  readonly text: string;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  /**
   * `no_matches`: all legs ran, and no passage matches or none is similar enough. `partial`: a leg was missing or the budget left
   * something out; `warnings` gives details. Passages dropped by the caller's own threshold cause a warning, not `partial`.
   */
  readonly status: 'success' | 'partial' | 'no_matches';
  readonly warnings: readonly Warning[];
  readonly evidence: Evidence;
  /** Number of passages that pass the filter; 0 means that no such page or section exists. */
  readonly passages: number;
  /** Number of passages that were ranked, including those below the threshold. */
  readonly candidates: number;
  /** If no hit reached the threshold, the best of those below it, at most five. Only for links, never to answer from. */
  readonly belowThreshold: readonly Hit[];
  /** Vector of the question; `undefined` if there is none. It never leaves the process. */
  readonly vector: Float32Array | undefined;
  readonly generation: number;
}

export interface Found {
  /** `status` and `warnings` describe `passages`; `hits` is empty if the passages are those of a selection. */
  readonly retrieval: Retrieval;
  /** Best first. Passages of a selection are in page order and have windows. */
  readonly passages: readonly Passage[];
  readonly warnings: readonly Warning[];
}
