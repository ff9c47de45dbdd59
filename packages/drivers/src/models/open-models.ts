import { circuitBreaker, IbidError, invalidConfig, modelFault } from '@ibid/core';
import type { Admission, BreakerState, CircuitBreaker, Spending } from '@ibid/core/types';
import type { ServiceError } from '../services/service-error.ts';
import { answerStopped, type ModelReply, type ModelRequest } from './call-model.ts';
import {
  type ModelRun,
  type ModelRunOptions,
  countInput,
  paidCall,
  type PaidOutcome,
  type ReservedCall,
} from './paid-call.ts';
import { resolveModel, type ModelOptions, type ResolvedModel } from './resolve-model.ts';

export interface OpenModelsOptions {
  /** The preferred model first, then its substitutes, cheaper ones last. At least one. */
  readonly models: readonly ModelOptions[];
  readonly spending: Spending;
  /** Counts o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Random number from 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called, for the owner's log, when a model is suspended for a while or used again. */
  readonly onChange?: ((state: ModelState) => void) | undefined;
  /** Called once, for the owner's log, for each fact learned about a model, with advice. */
  readonly onNotice?: ((notice: ModelNotice) => void) | undefined;
}

export interface ModelNotice {
  /** `provider/model`. */
  readonly id: string;
  readonly message: string;
}

export interface ModelState extends BreakerState {
  /** `provider/model`. */
  readonly id: string;
  /** Name that the service uses. */
  readonly model: string;
}

/** The configured models for the lifetime of the process, with their breakers, payments and learned limitations. */
export interface Models {
  /** Names that the services use, in order of preference. */
  readonly names: readonly string[];
  /** True if the preferred model accepts tools; false once its service has refused them. */
  readonly takesTools: boolean;
  /** True if the preferred model accepts a temperature; false once its service has refused it. */
  readonly takesTemperature: boolean;
  begin(options: ModelRunOptions): ModelRun;
  /** Counts o200k tokens. */
  countTokens(text: string): number;
  /**
   * Returns one reply, from whichever model gave it. Rejects with an error that has a `modelFault`, or with `ABORTED`. In every case no
   * reservation stays open.
   */
  reply(run: ModelRun, request: ModelRequest): Promise<ModelReply>;
  states(): readonly ModelState[];
}

interface Member {
  readonly model: ResolvedModel;
  readonly breaker: CircuitBreaker;
  /** Parameters that the service has refused and that are now left out. */
  readonly leftOut: Set<string>;
  /** True if it has answered since the start, so that its configuration is right. */
  isProven: boolean;
  /** True if it has answered a call that offered tools. */
  hasTakenTools: boolean;
}

/** A call that may be made now: the breaker has admitted it and its maximum cost is reserved. */
interface Turn extends ReservedCall {
  readonly at: number;
  readonly member: Member;
  readonly admission: Admission;
}

/** Minimum milliseconds before a call is repeated; randomly up to twice as long. */
const PAUSE_MS = 250;

export function openModels(options: OpenModelsOptions): Models {
  const { spending, countTokens, now, random, sleep } = options;
  const members: readonly Member[] = options.models.map((each) => ({
    model: resolveModel(each),
    breaker: circuitBreaker({ now }),
    leftOut: new Set(),
    isProven: false,
    hasTakenTools: false,
  }));
  if (members.length === 0) throw invalidConfig('Name at least one model.');
  const from = (first: number): readonly number[] => members.map((_, at) => at).slice(first);

  /** Admits the first of these models that is available and within budget; throws if none is. `without` names parameters to leave out once. */
  async function firstFree(
    run: ModelRun,
    asked: ModelRequest,
    candidates: readonly number[],
    without: readonly string[] = [],
  ): Promise<Turn> {
    let why: IbidError | undefined;
    for (const at of candidates) {
      const member = members[at]!;
      const { model } = member;
      const admission = member.breaker.admit();
      if (admission === undefined) {
        const { reason = 'it is being tried again.' } = member.breaker.state();
        why ??= modelFault('unavailable', `${model.label} is not asked for a while: ${reason}`);
        continue;
      }
      const leftOut = new Set([...member.leftOut, ...without]);
      const request = requestFor(model, asked, run, leftOut);
      const input = countInput(request, countTokens);
      try {
        const reservation = await spending.reserve(
          { payer: run.payer, model: model.model, inputTokens: input.worst, outputTokens: run.maxTokens },
          { signal: run.signal },
        );
        if (reservation !== undefined) return { at, member, model, admission, request, leftOut, reservation, input };
      } catch (cause) {
        admission.released();
        if (run.signal.aborted) throw answerStopped();
        throw modelFault('unpaid', 'What a model may cost cannot be written down, so none is asked.', cause);
      }
      admission.released();
      why ??= modelFault('over-budget', `No budget is left for ${model.label}.`);
    }
    throw why ?? modelFault('unavailable', 'No model is left to ask.');
  }

  async function take(turn: Turn, run: ModelRun, firstTokenMs: number): Promise<PaidOutcome> {
    const { member, model, admission } = turn;
    const { breaker } = member;
    const before = breaker.state().state;
    try {
      const totalMs = Math.max(0, run.endBy - now());
      const outcome = await paidCall(turn, run, { countTokens, firstTokenMs, totalMs });
      if (outcome.failure === undefined) learn(turn);
      // A refused parameter says nothing about the health of the service.
      if (refusedParameter(turn, outcome) === undefined) tell(member, admission, outcome.failure);
      return outcome;
    } finally {
      admission.released();
      const state = breaker.state();
      if (state.state !== before) options.onChange?.({ id: model.label, model: model.model, ...state });
    }
  }

  function learn({ at, member, request, leftOut }: Turn): void {
    member.isProven = true;
    member.hasTakenTools ||= request.tools.length > 0;
    const section = at === 0 ? 'the `model` section' : '`cheaper` in the `model` section';
    for (const parameter of leftOut) {
      if (member.leftOut.has(parameter)) continue;
      member.leftOut.add(parameter);
      const message =
        parameter === 'tools'
          ? `${member.model.label} takes no tools; it answers from the passages that are found for it. Write \`"quirks": { "tools": false }\` into ${section} to spare the first call.`
          : `${member.model.label} refuses \`${parameter}\`, which is left out from now on.`;
      options.onNotice?.({ id: member.model.label, message });
    }
  }

  function tell({ isProven }: Member, admission: Admission, failure: ServiceError | undefined): void {
    if (failure === undefined || failure.health === 'ignore') return admission.succeeded();
    const { health, message: reason, retryAfterMs: quietMs } = failure;
    const opensAtOnce = health === 'open' || (health === 'open-if-new' && !isProven);
    admission.failed({ reason, opensAtOnce, quietMs });
  }

  /** Chooses the next attempt after a failure: another model at once, or the same one after a pause if there is time. */
  async function next(
    run: ModelRun,
    request: ModelRequest,
    at: number,
    failure: ServiceError,
    leftMs: number,
  ): Promise<Turn> {
    const instead = await firstFree(run, request, from(at + 1)).catch((error: unknown) => {
      if (!IbidError.is(error, 'UPSTREAM_FAILED')) throw error;
    });
    if (instead !== undefined) return instead;
    const pause = (failure.retryAfterMs ?? PAUSE_MS) + PAUSE_MS * random();
    if (!failure.isRetryable || pause >= leftMs) throw failure;
    await sleep(pause, run.signal).catch(() => undefined);
    if (run.signal.aborted) throw answerStopped();
    return firstFree(run, request, [at]);
  }

  async function reply(run: ModelRun, request: ModelRequest): Promise<ModelReply> {
    if (run.callsLeft <= 0) throw modelFault('unusable', 'The model came to no end within its calls.');
    let turn = await firstFree(run, request, from(run.at));
    const firstTokenBy = Math.min(now() + run.firstTokenMs, run.endBy);
    for (;;) {
      run.at = turn.at;
      const outcome = await take(turn, run, Math.max(0, firstTokenBy - now()));
      if (outcome.failure === undefined) return outcome.reply;
      const { failure, hasSpoken } = outcome;
      const given = modelFault(faultOf(failure, hasSpoken), failure.message);
      const leftMs = firstTokenBy - now();
      if (hasSpoken || run.callsLeft <= 0 || leftMs <= 0) throw given;
      const parameter = refusedParameter(turn, outcome);
      if (parameter === undefined && run.repeatsLeft-- <= 0) throw given;
      const following =
        parameter === undefined
          ? next(run, request, turn.at, failure, leftMs)
          : firstFree(run, request, [turn.at], [...turn.leftOut, parameter]);
      turn = await following.catch((error: unknown) => {
        throw error === failure || IbidError.is(error, 'UPSTREAM_FAILED') ? given : error;
      });
    }
  }

  return {
    names: members.map(({ model }) => model.model),
    get takesTools() {
      return takesTools(members[0]!.model, members[0]!.leftOut);
    },
    get takesTemperature() {
      const { model, leftOut } = members[0]!;
      return model.quirks.temperature && !leftOut.has('temperature');
    },
    begin: (run) => ({ ...run, at: 0, mistakesLeft: 1, endBy: now() + run.totalMs, toolCallIds: new Set() }),
    countTokens,
    reply,
    states: () => members.map(({ model, breaker }) => ({ id: model.label, model: model.model, ...breaker.state() })),
  };
}

function takesTools({ quirks }: ResolvedModel, leftOut: ReadonlySet<string>): boolean {
  return quirks.tools && !leftOut.has('tools');
}

/** Adapts the request to a model without tools or without remaining tool calls. */
function requestFor(
  model: ResolvedModel,
  asked: ModelRequest,
  run: ModelRun,
  leftOut: ReadonlySet<string>,
): ModelRequest {
  if (!takesTools(model, leftOut)) {
    return { ...asked, instructions: run.plainInstructions ?? asked.instructions, tools: [] };
  }
  return run.callsLeft > 1 && run.searchesLeft > 0 ? asked : { ...asked, tools: [] };
}

/**
 * The parameter without which the call may succeed: the one that the service names, else the tools, which many services refuse without
 * naming them. Each is left out once.
 */
function refusedParameter({ member, request, leftOut }: Turn, outcome: PaidOutcome): string | undefined {
  if (outcome.failure === undefined || outcome.hasSpoken) return undefined;
  const { kind, parameter, status } = outcome.failure;
  const mayBeTools = request.tools.length > 0 && !member.hasTakenTools;
  if (kind === 'missing') {
    // OpenRouter answers so when no provider offers the model with tools.
    return mayBeTools && parameter === 'tools' ? parameter : undefined;
  }
  if (kind !== 'refused') return undefined;
  const isNamed = parameter !== undefined && !leftOut.has(parameter) && (parameter !== 'tools' || mayBeTools);
  if (isNamed) return parameter;
  return mayBeTools && (status === 400 || status === 422) ? 'tools' : undefined;
}

/** Once a reader may have seen text, the fault is that the answer stopped. */
function faultOf({ kind, fault }: ServiceError, hasSpoken: boolean): ServiceError['fault'] {
  return hasSpoken && kind !== 'late' && kind !== 'bad-tools' ? 'stopped' : fault;
}
