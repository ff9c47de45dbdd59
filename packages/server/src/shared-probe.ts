export interface SharedProbeOptions<T> {
  readonly ask: () => Promise<T>;
  /** How long an answer may be given again; a rejection is never kept. */
  readonly keepMs: number;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
}

/** One answer for all who ask at once, so that however many ask they take no more than one of them needs. */
export function sharedProbe<T>({ ask, keepMs, now }: SharedProbeOptions<T>): () => Promise<T> {
  let kept: { readonly answer: T; readonly until: number } | undefined;
  let asking: Promise<T> | undefined;
  return async () => {
    if (kept !== undefined && now() < kept.until) return kept.answer;
    asking ??= ask()
      .then((answer) => {
        kept = { answer, until: now() + keepMs };
        return answer;
      })
      .finally(() => (asking = undefined));
    return asking;
  };
}
