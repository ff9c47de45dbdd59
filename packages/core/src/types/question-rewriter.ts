import type { Turn } from './answer.ts';
import type { AskOptions } from './ask-options.ts';
import type { ModelCall } from './model.ts';

/** Makes a question that leans on what was said before into one that stands alone. */
export interface QuestionRewriter {
  /**
   * `question` is `undefined` when the model failed or gave nothing usable; the caller goes on without it. `calls` are to be told
   * either way. Rejects with `ABORTED` alone.
   */
  rewrite(
    asked: { readonly text: string; readonly history: readonly Turn[] },
    options?: AskOptions,
  ): Promise<{ readonly question: string | undefined; readonly calls: readonly ModelCall[] }>;
}
