/** Limits, in Unicode characters unless noted. */
export const LIMITS = {
  query: 2_000,
  searched: 200,
  selectionUsed: 2_000,
  selectionTaken: 5_000,
  turns: 20,
  turn: 4_000,
  citations: 20,
  name: 500,
  url: 2_000,
} as const;
