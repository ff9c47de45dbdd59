/** Stable: stored files and the panel's texts use these names. */
export const FEEDBACK_REASONS = ['wrong', 'incomplete', 'not-found', 'outdated', 'bad-source', 'other'] as const;

export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** A reader's opinion of one answer, without anything that identifies the reader. */
export interface Feedback {
  /** Request that was answered: a UUID in lower case. */
  readonly requestId: string;
  readonly verdict: 'up' | 'down';
  /** Each reason at most once, in the order of `FEEDBACK_REASONS`. */
  readonly reasons: readonly FeedbackReason[];
  /** Free text by the reader; `''` for none. At most 500 characters. */
  readonly note: string;
  /** The question asked; `''` unless the owner chose to keep it. At most 2,000 characters. */
  readonly question: string;
  /** Path of the page where the feedback was given; `''` if unknown. */
  readonly page: string;
  /** Generation of the live index at that time; 0 if there was none. */
  readonly generation: number;
  /** Time of the feedback, ISO 8601 UTC. */
  readonly at: string;
}

/**
 * Interface for feedback drivers. Arguments are already valid: texts well-formed and without NUL, instants in `toISOString` format, so
 * that they sort as text. Every acknowledged write is durable if the database is, and is read whole or not seen; objects are returned as
 * copies.
 */
export interface FeedbackDriver {
  readonly name: string;
  /**
   * Stores the feedback, replacing any for the same request. Atomic, across processes too. Then drops the oldest entries, never this one,
   * until at most `most` are left (from 1). Of entries with the same instant, the one stored first is dropped first.
   */
  put(feedback: Feedback, most: number): Promise<void>;
  /**
   * Returns entries given at `since` or later (`''` for all), newest first, at most `limit` (from 1). Of entries with the same instant,
   * the one stored last comes first.
   */
  list(query: { readonly since: string; readonly limit: number }): Promise<readonly Feedback[]>;
  count(): Promise<number>;
}
