export interface SharedProbeOptions<T> {
  readonly ask: () => Promise<T>;
  /** Whether an answer may be given again for a while; one that may not is asked for anew each time. */
  readonly mayKeep: (answer: T) => boolean;
  readonly keepMs: number;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
}

/** One answer for all who ask at once, so that however many ask they take no more than one of them needs. */
export function sharedProbe<T>({ ask, mayKeep, keepMs, now }: SharedProbeOptions<T>): () => Promise<T> {
  let kept: { readonly answer: T; readonly at: number } | undefined;
  let asking: Promise<T> | undefined;
  return async () => {
    if (kept !== undefined && now() - kept.at < keepMs) return kept.answer;
    kept = undefined;
    asking ??= ask()
      .then((answer) => {
        if (mayKeep(answer)) kept = { answer, at: now() };
        return answer;
      })
      .finally(() => (asking = undefined));
    return asking;
  };
}
