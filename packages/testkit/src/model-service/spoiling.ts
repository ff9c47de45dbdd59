import type { FaultReply, ModelScript } from './scripted-reply.ts';

/** What `model` says, spoiled by a fault each time. A model that itself replies with a fault or with raw steps is left as it is. */
export function spoiling(fault: Omit<FaultReply, 'kind' | 'of'>, model: ModelScript): ModelScript {
  return async (call) => {
    const of = await model(call);
    return of.kind === 'fault' || of.kind === 'wire' ? of : { kind: 'fault', of, ...fault };
  };
}
