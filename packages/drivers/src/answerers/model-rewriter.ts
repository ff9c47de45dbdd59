import { acceptRewrite, IbidError, rewriteInput, rewriteInstructions } from '@ibid/core';
import type { ModelCall, QuestionRewriter } from '@ibid/core/types';
import type { Models } from '../models/open-models.ts';

export interface ModelRewriterOptions {
  readonly models: Models;
  /** Time limit in milliseconds, default 4,000. The reader waits for it before anything else begins. */
  readonly deadlineMs?: number | undefined;
}

const DEADLINE_MS = 4_000;
const MAX_TOKENS = 80;
const MAX_CHARACTERS = 1_000;

/** Lets a model complete follow-up questions, with one call and no retry; on failure, rules are used instead. */
export function modelRewriter({ models, deadlineMs = DEADLINE_MS }: ModelRewriterOptions): QuestionRewriter {
  return {
    async rewrite(asked, { signal = new AbortController().signal, payer = {} } = {}) {
      const calls: ModelCall[] = [];
      const run = models.begin({
        purpose: 'rewrite',
        payer,
        signal,
        temperature: 0,
        maxTokens: MAX_TOKENS,
        callsLeft: 1,
        repeatsLeft: 0,
        searchesLeft: 0,
        charactersLeft: MAX_CHARACTERS,
        firstTokenMs: deadlineMs,
        idleMs: deadlineMs,
        totalMs: deadlineMs,
        onText: () => undefined,
        onCall: (call) => calls.push(call),
      });
      try {
        const { text } = await models.reply(run, {
          instructions: rewriteInstructions(),
          messages: [{ role: 'user', content: [{ type: 'text', text: rewriteInput(asked) }] }],
          tools: [],
        });
        return { question: acceptRewrite(asked, text), calls };
      } catch (error) {
        if (signal.aborted) throw new IbidError('ABORTED', 'The question was stopped.');
        if (!IbidError.is(error, 'UPSTREAM_FAILED')) throw error;
        return { question: undefined, calls };
      }
    },
  };
}
