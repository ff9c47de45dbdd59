import { IbidError, modelFault } from '@ibid/core';
import type { Reservation, Spending } from '@ibid/core/types';
import { circuitBreaker, type Admission, type BreakerState, type CircuitBreaker } from '../services/circuit-breaker.ts';
import type { ServiceError } from '../services/service-error.ts';
import type { ModelReply } from './call-model.ts';
import { modelRun, type ModelRun, type ModelRunOptions } from './model-run.ts';
import type { ModelRequest } from './model-stream.ts';
import { countInput, paidCall, type CountedInput, type PaidOutcome } from './paid-call.ts';
import { resolveModel, type ModelOptions, type ResolvedModel } from './resolve-model.ts';

export interface OpenModelsOptions {
  /** The preferred one first, then those that step in for it, cheaper ones last. At least one. */
  readonly models: readonly ModelOptions[];
  readonly spending: Spending;
  /** o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** For the owner's log: a model is no longer asked for a while, or is asked again. */
  readonly onChange?: ((state: ModelState) => void) | undefined;
  /** For the owner's log: something about a model that was found out, and what to do about it. Each is told once. */
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
  /** As the service knows it. */
  readonly model: string;
}

/** The configured models, for as long as the process runs: their breakers, payments, and what they turned out to refuse. */
export interface Models {
  /** As the services know them, in order of preference. */
  readonly names: readonly string[];
  /** Whether the preferred one may be given tools; false as well once it was found out to refuse them. */
  readonly takesTools: boolean;
  /** Whether the preferred one is given a temperature; false as well once it was found out to refuse it. */
  readonly takesTemperature: boolean;
  begin(options: ModelRunOptions): ModelRun;
  /** o200k tokens. */
  countTokens(text: string): number;
  /**
   * One reply, whichever model gave it. Rejects with a `modelFault` that says what failed, or with `ABORTED`. Whatever happens, nothing
   * stays reserved.
   */
  reply(run: ModelRun, request: ModelRequest): Promise<ModelReply>;
  states(): readonly ModelState[];
}

interface Member {
  readonly model: ResolvedModel;
  readonly breaker: CircuitBreaker;
  /** Parameters that the service has refused, and did without. */
  readonly leftOut: Set<string>;
  /** Whether it has answered since the start, so that its configuration is right. */
  isProven: boolean;
  /** Whether it has answered a call that offered tools. */
  hasTakenTools: boolean;
}

/** A call that may be made now: the model is well, and its worst case is reserved. */
interface Turn {
  readonly at: number;
  readonly member: Member;
  readonly admission: Admission;
  readonly request: ModelRequest;
  readonly leftOut: ReadonlySet<string>;
  readonly reservation: Reservation;
  readonly input: CountedInput;
}

/** Before a call is repeated; up to twice as long at random. */
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
  if (members.length === 0) throw new IbidError('INVALID_CONFIG', 'Name at least one model.');
  const from = (first: number): readonly number[] => members.map((_, at) => at).slice(first);

  /** The first of these models that is well and can be paid. Throws when there is none. `without` names what this one call leaves out. */
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
        if (reservation !== undefined) return { at, member, admission, request, leftOut, reservation, input };
      } catch (cause) {
        admission.released();
        if (run.signal.aborted) throw aborted();
        throw modelFault('unpaid', 'What a model may cost cannot be written down, so none is asked.', cause);
      }
      admission.released();
      why ??= modelFault('over-budget', `No budget is left for ${model.label}.`);
    }
    throw why ?? modelFault('unavailable', 'No model is left to ask.');
  }

  async function take(turn: Turn, run: ModelRun, firstTokenMs: number): Promise<PaidOutcome> {
    const { member, admission, request, leftOut, input, reservation } = turn;
    const { model, breaker } = member;
    const before = breaker.state().state;
    try {
      const totalMs = Math.max(0, run.endBy - now());
      const paid = { model, run, request, leftOut, input, reservation, countTokens, firstTokenMs, totalMs };
      const outcome = await paidCall(paid);
      if (outcome.failure === undefined) learn(turn);
      // A parameter that displeases says nothing about the health of the service.
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

  /** After a failure: one of the other models at once, or the same one after a pause, if there is time for one. */
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
    if (run.signal.aborted) throw aborted();
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
    begin: (run) => modelRun(run, now()),
    countTokens,
    reply,
    states: () => members.map(({ model, breaker }) => ({ id: model.label, model: model.model, ...breaker.state() })),
  };
}

function takesTools({ quirks }: ResolvedModel, leftOut: ReadonlySet<string>): boolean {
  return quirks.tools && !leftOut.has('tools');
}

/** What a model is asked that takes no tools, or has none left. */
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
 * The parameter without which the call may go well: the one that the service names, else the tools, which many refuse without a word
 * about them. Each is left out once.
 */
function refusedParameter({ member, request, leftOut }: Turn, outcome: PaidOutcome): string | undefined {
  if (outcome.failure === undefined || outcome.hasSpoken) return undefined;
  const { kind, parameter, status } = outcome.failure;
  const mayBeTools = request.tools.length > 0 && !member.hasTakenTools;
  if (kind === 'missing') {
    // OpenRouter says so when nobody offers the model together with tools.
    return mayBeTools && parameter === 'tools' ? parameter : undefined;
  }
  if (kind !== 'refused') return undefined;
  const isNamed = parameter !== undefined && !leftOut.has(parameter) && (parameter !== 'tools' || mayBeTools);
  if (isNamed) return parameter;
  return mayBeTools && (status === 400 || status === 422) ? 'tools' : undefined;
}

/** Once a reader may have seen something, what went wrong is that the answer stopped. */
function faultOf({ kind, fault }: ServiceError, hasSpoken: boolean): ServiceError['fault'] {
  return hasSpoken && kind !== 'late' && kind !== 'bad-tools' ? 'stopped' : fault;
}

function aborted(): IbidError {
  return new IbidError('ABORTED', 'The answer was stopped.');
}
