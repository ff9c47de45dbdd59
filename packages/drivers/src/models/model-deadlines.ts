/** Milliseconds. */
export interface ModelDeadlines {
  /** From the beginning of a call, its repetition included, to the first token. */
  readonly firstTokenMs: number;
  /** Between tokens. */
  readonly idleMs: number;
  /** For one answer, all its calls and searches together. */
  readonly totalMs: number;
}

export const MODEL_DEADLINES: ModelDeadlines = { firstTokenMs: 15_000, idleMs: 20_000, totalMs: 60_000 };
