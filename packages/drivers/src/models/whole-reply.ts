import { callFailure, throwable } from './call-failure.ts';
import type { ModelReply } from './model-reply.ts';

export type ReplyEnd = 'good' | 'too-long' | 'filtered' | 'unknown' | 'missing';

/** The reply, if it ended well and says anything; else a `CallFailure` is thrown. No cut reply passes for a whole one. */
export function wholeReply(reply: ModelReply, end: ReplyEnd): ModelReply {
  const isEmpty = reply.text.trim() === '' && reply.calls.length === 0;
  // What the model cannot say in so many tokens, or the service will not let through, is no fault of the service's health.
  const said = { countsAgainst: false } as const;
  switch (end) {
    case 'too-long':
      throw throwable(callFailure('stopped', 'The model stopped at its limit of tokens.', said));
    case 'filtered':
      throw throwable(
        callFailure('stopped', 'The service filtered the reply of the model, or the model refused.', said),
      );
    case 'unknown':
      throw throwable(callFailure('stopped', 'The model stopped for a reason that is not known.'));
    case 'missing':
      throw throwable(
        isEmpty
          ? callFailure('unusable', 'The service sent a stream without a reply.')
          : callFailure('stopped', 'The stream ended before the reply did.'),
      );
    case 'good':
      if (isEmpty) throw throwable(callFailure('unusable', 'The model gave neither text nor a tool call.'));
      return reply;
  }
}
