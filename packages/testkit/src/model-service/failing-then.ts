import type { ModelScript, ScriptedReply } from './scripted-reply.ts';

/** The first `times` calls get `failure`, later ones what `then` says. Counts for itself, so make one for each service. */
export function failingThen(failure: ScriptedReply, times: number, then: ModelScript): ModelScript {
  let left = times;
  return (call) => {
    left -= 1;
    return left >= 0 ? failure : then(call);
  };
}
