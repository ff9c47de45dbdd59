import { IbidError, type ModelFault, type Reservation, type TokenUsage } from '@ibid/core';
import type { ModelRequest } from '@openai/agents';
import { believedUsage } from './believed-usage.ts';
import type { CallFailure } from './call-failure.ts';
import { callModel } from './call-model.ts';
import { checkToolCalls } from './check-tool-calls.ts';
import type { ModelReply } from './model-reply.ts';
import type { ModelRun } from './model-run.ts';
import type { ModelService } from './model-service.ts';
import { serviceRequest } from './service-request.ts';

export interface PaidCallOptions {
  readonly service: ModelService;
  readonly run: ModelRun;
  readonly request: Pick<ModelRequest, 'systemInstructions' | 'input' | 'tools'>;
  readonly hasTools: boolean;
  /** Tokens of the input: by our own measure, and the most that were reserved. */
  readonly counted: number;
  readonly worst: number;
  readonly reservation: Reservation;
  readonly countTokens: (text: string) => number;
  /** Milliseconds. */
  readonly firstTokenMs: number;
  readonly totalMs: number;
}

export type PaidOutcome =
  | { readonly reply: ModelReply; readonly failure: undefined }
  | {
      readonly reply: undefined;
      readonly failure: CallFailure;
      /** Whether a reader may have seen some of it. */
      readonly hasSpoken: boolean;
    };

/** Makes one call and settles what was reserved for it, however it ends. Rejects with `ABORTED` alone. */
export async function paidCall(options: PaidCallOptions): Promise<PaidOutcome> {
  const { service, run, request, hasTools, counted, worst, reservation, countTokens } = options;
  const { maxTokens, temperature } = run;
  let used: TokenUsage | 'not-called' | undefined;
  let fault: ModelFault | undefined = 'stopped';
  run.callsLeft--;
  try {
    if (run.signal.aborted) {
      used = 'not-called';
      throw new IbidError('ABORTED', 'The answer was stopped.');
    }
    const outcome = await callModel(
      service,
      serviceRequest(request, service.model, { temperature, maxTokens, hasTools }),
      {
        signal: run.signal,
        firstTokenMs: options.firstTokenMs,
        idleMs: run.idleMs,
        totalMs: options.totalMs,
        maxCharacters: run.charactersLeft,
        onText(text) {
          run.charactersLeft -= text.length;
          run.onText(text);
        },
      },
    );
    const said = outcome.reply === undefined ? outcome.text : wordsOf(outcome.reply);
    const written = countTokens(said);
    used = believedUsage(outcome.reply === undefined ? outcome.usage : outcome.reply.usage, {
      counted: { input: counted, output: written },
      reserved: { input: worst, output: maxTokens },
    });
    // A service that does not keep to the limit has written more than was reserved.
    if (used === undefined && written > maxTokens) used = { inputTokens: worst, outputTokens: written };
    const { id } = service.model;
    const checked =
      outcome.reply === undefined ? outcome.failure : checkToolCalls(outcome.reply, { run, request, hasTools, id });
    if ('calls' in checked) {
      fault = undefined;
      return { reply: checked, failure: undefined };
    }
    fault = checked.fault;
    if (checked.isFree) used = 'not-called';
    const text = outcome.reply?.text ?? said;
    return { reply: undefined, failure: checked, hasSpoken: text !== '' };
  } finally {
    const charge = await reservation.settle(used);
    run.onCall({ model: service.model.model, purpose: run.purpose, ...charge, fault });
  }
}

function wordsOf({ text, calls }: ModelReply): string {
  return text + calls.map((call) => call.name + call.arguments).join('');
}
