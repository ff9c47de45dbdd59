/** Frozen: kept files and the panel's words name them. */
export const FEEDBACK_REASONS = ['wrong', 'incomplete', 'not-found', 'outdated', 'bad-source', 'other'] as const;

export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** What a reader thinks of one answer. Nothing in it says who. */
export interface Feedback {
  /** UUID in lower case, of the request that was answered. */
  readonly requestId: string;
  readonly verdict: 'up' | 'down';
  /** Each at most once, in the order of `FEEDBACK_REASONS`. */
  readonly reasons: readonly FeedbackReason[];
  /** In the reader's words; `''` for none. At most 500 characters. */
  readonly note: string;
  /** What was asked; `''` unless the owner keeps it. At most 2,000 characters. */
  readonly question: string;
  /** Path of the page on which it was given; `''` where that is not known. */
  readonly page: string;
  /** Of the live index when it was given; 0 where there was none. */
  readonly generation: number;
  /** When it was given, ISO 8601 UTC. */
  readonly at: string;
}

/**
 * The implementer's face of what readers think. Arguments are already valid: texts well-formed and without NUL, instants as
 * `toISOString` gives them, so that they sort as text. Every acknowledged write is durable where the database is, and is read
 * whole or not at all; objects come back as copies.
 */
export interface FeedbackDriver {
  readonly name: string;
  /**
   * Atomic, over processes too. Takes the place of what was kept for the same request. Then drops the oldest, never this one, until
   * there are at most `most`, from 1; of those of one instant the one that was put first goes first.
   */
  put(feedback: Feedback, most: number): Promise<void>;
  /** Those given at `since` or later, `''` for all; newest first, of one instant the one that was put last; at most `limit`, from 1. */
  list(query: { readonly since: string; readonly limit: number }): Promise<readonly Feedback[]>;
  count(): Promise<number>;
}
