/** Whether an embedder answers, for health checks: known by how questions ended, and asked for only when nothing is known. */
import { IbidError } from '../types/ibid-error.ts';
import type { QuestionVectorsOptions } from './question-vectors.ts';
import { untilAborted } from './embed-batches.ts';

export interface EmbedderHealth {
  succeeded(): void;
  /** Counts all but the refusal of one text. */
  failed(error: unknown): void;
  /** Of the last minute; else of a call made for it, which is waited for no longer than a second: `false` then. */
  works(signal: AbortSignal): Promise<boolean>;
}

const FRESH_MS = 60_000;
const PATIENCE_MS = 900;
/** No reader's; what comes of it is kept nowhere. */
const PROBE = 'documentation';

/** Where calls cost nothing, every `works` makes one, so that it never tells what was. */
export function embedderHealth({
  ask,
  costs,
  sleep,
  now,
  closed,
}: Pick<QuestionVectorsOptions, 'ask' | 'costs' | 'sleep' | 'now' | 'closed'>): EmbedderHealth {
  let last: { readonly works: boolean; readonly at: number } | undefined;
  let probing: Promise<boolean> | undefined;

  function hear(works: boolean): boolean {
    last = { works, at: now() };
    return works;
  }

  function probe(): Promise<boolean> {
    probing ??= ask([PROBE], closed)
      .then(
        () => hear(true),
        () => hear(false),
      )
      .finally(() => {
        probing = undefined;
      });
    return probing;
  }

  return {
    succeeded: () => void hear(true),
    failed: (error) => void (isRefusal(error) || hear(false)),
    async works(signal) {
      if (costs && last !== undefined && now() - last.at < FRESH_MS) return last.works;
      const ended = new AbortController();
      const tooLong = sleep(PATIENCE_MS, ended.signal).then(() => false);
      try {
        return await untilAborted(Promise.race([probe(), tooLong]), AbortSignal.any([signal, closed]));
      } finally {
        ended.abort();
      }
    },
  };
}

/** Whether it may be the text's fault, which any reader can bring about. */
function isRefusal(error: unknown): boolean {
  if (!IbidError.is(error)) return false;
  return !error.retryable && (error.code === 'UPSTREAM_FAILED' || error.code === 'INVALID_REQUEST');
}
