import type { Turn } from './answer.ts';
import type { AskOptions } from './call-options.ts';
import type { ModelCall } from './model.ts';

/** Rewrites a question that refers to earlier turns as one that can be understood alone. */
export interface QuestionRewriter {
  /**
   * `question` is `undefined` if the model failed or returned nothing usable; the caller continues without it. `calls` must be reported
   * in both cases. Rejects only with `ABORTED`.
   */
  rewrite(
    asked: { readonly text: string; readonly history: readonly Turn[] },
    options?: AskOptions,
  ): Promise<{ readonly question: string | undefined; readonly calls: readonly ModelCall[] }>;
}
