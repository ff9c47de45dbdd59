/** What the API takes and the panel keeps, in Unicode characters unless said otherwise. Nothing here is above the server's own limits. */
export const ASK_LIMITS = {
  query: 2_000,
  selection: 5_000,
  name: 500,
  url: 2_000,
  /** Number of turns that go along, and the length of each. */
  turns: 20,
  turn: 2_000,
  /** Of feedback. */
  note: 500,
  /** Number of exchanges that a conversation keeps. */
  exchanges: 20,
} as const;
