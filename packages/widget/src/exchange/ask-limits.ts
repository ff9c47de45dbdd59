/** What the API takes, in Unicode characters unless said otherwise; the same as the server's. */
export const ASK_LIMITS = {
  query: 2_000,
  selection: 5_000,
  name: 500,
  url: 2_000,
  /** Of a conversation that goes along, and of each of them. */
  turns: 20,
  turn: 2_000,
  note: 500,
} as const;
