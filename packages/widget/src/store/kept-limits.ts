/** Of what is kept, in characters of JSON. */
export const KEPT_LIMITS = {
  /** In each storage. */
  all: 200_000,
  /** A longer exchange is not kept whole, so that it leaves room for others. */
  whole: 100_000,
  /** What is kept of one that is not kept whole. */
  part: 20_000,
} as const;
