import type { ModelScript, ScriptedReply } from './scripted-reply.ts';

/** One reply for each call, in order; the last one from then on. */
export function inTurn(first: ScriptedReply, ...others: readonly ScriptedReply[]): ModelScript {
  const replies = [first, ...others];
  let next = 0;
  return () => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? first;
    next += 1;
    return reply;
  };
}
