import type { Reply } from '@ibid/client';
import type { ServiceScript, ServiceStep } from './service-step.ts';

export interface ReplyScriptOptions {
  /** Milliseconds before each statement. @default 0 */
  readonly pace?: number;
  /** Number of statements before the model fails; used only if the reply has a fault. @default 0 */
  readonly fallbackAfter?: number;
  /** Stops after this many statements, without `run-end`. The caller adds the following steps. */
  readonly stopAfter?: number;
}

/** Steps that stream `reply` like the server: each citation before the first statement that uses it, the whole reply last. */
export function replyScript(reply: Reply, options: ReplyScriptOptions = {}): ServiceScript {
  const { pace = 0, fallbackAfter = 0, stopAfter } = options;
  const steps: ServiceStep[] = [
    { do: 'event', name: 'run-start', data: { request_id: reply.request_id } },
    {
      do: 'event',
      name: 'retrieval-end',
      data: {
        passages: reply.citations.map(({ index, quote: _quote, ...passage }) => ({ label: `p${index}`, ...passage })),
      },
    },
  ];
  const fault = reply.model?.fault ?? null;
  const told = new Set<number>();
  let excerpts = 0;
  for (const [at, statement] of reply.statements.slice(0, stopAfter).entries()) {
    if (pace > 0) steps.push({ do: 'wait', ms: pace });
    if (fault !== null && at === fallbackAfter) steps.push({ do: 'event', name: 'fallback-start', data: { fault } });
    for (; excerpts <= (statement.excerpt ?? -1) && excerpts < reply.excerpts.length; excerpts += 1) {
      steps.push({ do: 'event', name: 'excerpt-start', data: { index: excerpts, ...reply.excerpts[excerpts] } });
    }
    for (const index of statement.citations) {
      if (told.has(index)) continue;
      told.add(index);
      steps.push({ do: 'event', name: 'citation-verified', data: reply.citations.find((one) => one.index === index) });
    }
    steps.push({ do: 'event', name: 'statement-verified', data: statement });
  }
  if (stopAfter === undefined) steps.push({ do: 'event', name: 'run-end', data: reply });
  return steps;
}
