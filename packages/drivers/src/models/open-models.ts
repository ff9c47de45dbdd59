import { IbidError, modelFault, type Spending } from '@ibid/core';
import type { ModelRequest } from '@openai/agents';
import type { CallFailure } from './call-failure.ts';
import { circuitBreaker, type Admission, type BreakerState, type CircuitBreaker } from './circuit-breaker.ts';
import type { ModelOptions } from './model-options.ts';
import type { ModelReply } from './model-reply.ts';
import { modelRun, type ModelRun, type ModelRunOptions } from './model-run.ts';
import { modelService, type ModelService } from './model-service.ts';
import { paidCall, type PaidCallOptions, type PaidOutcome } from './paid-call.ts';
import { resolveModel } from './resolve-model.ts';
import { worstInput } from './worst-input.ts';

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

type Asked = Pick<ModelRequest, 'systemInstructions' | 'input' | 'tools'>;

/** The configured models, for as long as the process runs: their connections, breakers and payments. */
export interface Models {
  /** As the services know them, in order of preference. */
  readonly names: readonly string[];
  /** Whether the preferred one may be given tools; false as well once it was found out to refuse them. */
  readonly takesTools: boolean;
  begin(options: ModelRunOptions): ModelRun;
  /**
   * One reply, whichever model gave it. Rejects with a `modelFault` that says what failed, or with `ABORTED`. Whatever happens, nothing
   * stays reserved.
   */
  reply(run: ModelRun, request: Asked): Promise<ModelReply>;
  states(): readonly ModelState[];
  close(): Promise<void>;
}

interface Member {
  readonly service: ModelService;
  readonly breaker: CircuitBreaker;
  /** Whether it has answered since the start, so that its configuration is right. */
  isProven: boolean;
  /** `unknown` until it has answered a call that offered tools, or one that no longer did after it had refused them. */
  tools: 'unknown' | 'taken' | 'refused';
}

interface Turn extends Pick<PaidCallOptions, 'reservation' | 'counted' | 'worst' | 'hasTools' | 'request'> {
  readonly at: number;
  readonly member: Member;
  readonly admission: Admission;
  /** Repeats a call that was refused, perhaps for its tools alone. */
  readonly isWithoutTools: boolean;
}

interface Taken {
  readonly outcome: PaidOutcome;
  /** Whether it may have failed for its tools alone, so that the same call without them is to follow. */
  readonly mayBeTools: boolean;
}

/** Before a call is repeated; up to twice as long at random. */
const PAUSE_MS = 250;

export function openModels(options: OpenModelsOptions): Models {
  const { spending, countTokens, now, random, sleep } = options;
  const members: readonly Member[] = options.models.map((model) => ({
    service: modelService(resolveModel(model)),
    breaker: circuitBreaker({ now }),
    isProven: false,
    tools: 'unknown',
  }));
  if (members.length === 0) throw new IbidError('INVALID_CONFIG', 'Name at least one model.');
  const from = (first: number): readonly number[] => members.map((_, at) => at).slice(first);

  /** The first of these models that is well and can be paid. Throws when there is none. `withoutTools`: of the model that gets none. */
  async function firstFree(
    run: ModelRun,
    asked: Asked,
    candidates: readonly number[],
    withoutTools?: number,
  ): Promise<Turn> {
    let why: IbidError | undefined;
    for (const at of candidates) {
      const member = members[at]!;
      const { model } = member.service;
      const admission = member.breaker.admit();
      if (admission === undefined) {
        const { reason = 'it is being tried again.' } = member.breaker.state();
        why ??= modelFault('unavailable', `${model.id} is not asked for a while: ${reason}`);
        continue;
      }
      const isWithoutTools = at === withoutTools;
      const isPlain = isWithoutTools || !takesTools(member);
      const request = isPlain ? plainly(asked, run) : asked;
      const hasTools = run.callsLeft > 1 && run.searchesLeft > 0 && request.tools.length > 0;
      const { counted, worst } = worstInput({ ...request, tools: hasTools ? request.tools : [] }, countTokens);
      try {
        const reservation = await spending.reserve(
          { payer: run.payer, model: model.model, inputTokens: worst, outputTokens: run.maxTokens },
          { signal: run.signal },
        );
        if (reservation !== undefined)
          return { at, member, admission, request, reservation, counted, worst, hasTools, isWithoutTools };
      } catch (cause) {
        admission.released();
        if (run.signal.aborted) throw aborted();
        throw modelFault('unpaid', 'What a model may cost cannot be written down, so none is asked.', cause);
      }
      admission.released();
      why ??= modelFault('over-budget', `No budget is left for ${model.id}.`);
    }
    throw why ?? modelFault('unavailable', 'No model is left to ask.');
  }

  async function take(turn: Turn, run: ModelRun, firstTokenMs: number): Promise<Taken> {
    const { member, admission, request, reservation, counted, worst, hasTools } = turn;
    const { service, breaker } = member;
    const before = breaker.state().state;
    try {
      const totalMs = Math.max(0, run.endBy - now());
      const paid = { service, run, request, reservation, counted, worst, hasTools, countTokens, firstTokenMs, totalMs };
      const outcome = await paidCall(paid);
      if (outcome.failure === undefined) learn(turn);
      const isOfTools = mayBeTools(turn, outcome);
      if (!isOfTools) tell(member, admission, outcome.failure);
      return { outcome, mayBeTools: isOfTools };
    } finally {
      admission.released();
      const state = breaker.state();
      if (state.state !== before) options.onChange?.({ id: service.model.id, model: service.model.model, ...state });
    }
  }

  function learn({ at, member, hasTools, isWithoutTools }: Turn): void {
    member.isProven = true;
    if (hasTools) member.tools = 'taken';
    if (!isWithoutTools || member.tools !== 'unknown') return;
    member.tools = 'refused';
    const { id } = member.service.model;
    const section = at === 0 ? 'the `model` section' : '`cheaper` in the `model` section';
    const message = `${id} takes no tools; it answers from the passages that are found for it. Write \`"quirks": { "tools": false }\` in ${section} to spare the first call.`;
    options.onNotice?.({ id, message });
  }

  function tell({ isProven }: Member, admission: Admission, failure: CallFailure | undefined): void {
    if (failure === undefined || !failure.countsAgainst) return admission.succeeded();
    const { isConfiguration, message: reason, retryAfterMs: quietMs } = failure;
    const opensAtOnce = isConfiguration === 'always' || (isConfiguration === 'new' && !isProven);
    admission.failed({ reason, opensAtOnce, quietMs });
  }

  /** After a failure: one of the other models at once, or the same one after a pause, if there is time for one. */
  async function next(run: ModelRun, request: Asked, at: number, failure: CallFailure, leftMs: number): Promise<Turn> {
    const instead = await firstFree(run, request, from(at + 1)).catch((error: unknown) => {
      if (!isFault(error)) throw error;
    });
    if (instead !== undefined) return instead;
    const pause = (failure.retryAfterMs ?? PAUSE_MS) + PAUSE_MS * random();
    if (!failure.isRetryable || pause >= leftMs) throw faultOf(failure);
    await sleep(pause, run.signal).catch(() => undefined);
    if (run.signal.aborted) throw aborted();
    return firstFree(run, request, [at]).catch((error: unknown) => {
      throw isFault(error) ? faultOf(failure) : error;
    });
  }

  async function reply(run: ModelRun, request: Asked): Promise<ModelReply> {
    if (run.callsLeft <= 0) throw modelFault('unusable', 'The model came to no end within its calls.');
    let turn = await firstFree(run, request, from(run.at));
    const firstTokenBy = Math.min(now() + run.firstTokenMs, run.endBy);
    for (;;) {
      run.at = turn.at;
      const { outcome, mayBeTools: isOfTools } = await take(turn, run, Math.max(0, firstTokenBy - now()));
      if (outcome.failure === undefined) return outcome.reply;
      const { failure, hasSpoken } = outcome;
      const leftMs = firstTokenBy - now();
      const isOver = hasSpoken || run.callsLeft <= 0 || leftMs <= 0;
      if (isOver || run.repeatsLeft-- <= 0) throw faultOf(failure);
      turn = isOfTools
        ? await firstFree(run, request, from(turn.at), turn.at).catch((error: unknown) => {
            throw isFault(error) ? faultOf(failure) : error;
          })
        : await next(run, request, turn.at, failure, leftMs);
    }
  }

  return {
    names: members.map(({ service }) => service.model.model),
    get takesTools() {
      return takesTools(members[0]!);
    },
    begin: (run) => modelRun(run, now()),
    reply,
    states: () =>
      members.map(({ service: { model }, breaker }) => ({ id: model.id, model: model.model, ...breaker.state() })),
    async close() {
      await Promise.all(members.map(({ service }) => service.close()));
    },
  };
}

function takesTools({ service, tools }: Member): boolean {
  return service.model.quirks.tools && tools !== 'refused';
}

/** What is asked of a model that takes no tools. */
function plainly(asked: Asked, { plainInstructions }: ModelRun): Asked {
  const own = plainInstructions === undefined ? {} : { systemInstructions: plainInstructions };
  return { ...asked, ...own, tools: [] };
}

/** Whether a call failed that may go well without its tools. That says nothing yet about the service. */
function mayBeTools({ member, hasTools }: Turn, outcome: PaidOutcome): boolean {
  if (outcome.failure === undefined || !hasTools || member.tools === 'taken') return false;
  return outcome.failure.mayBeTools && !outcome.hasSpoken;
}

function faultOf({ fault, message }: CallFailure): IbidError {
  return modelFault(fault, message);
}

function isFault(error: unknown): boolean {
  return IbidError.is(error, 'UPSTREAM_FAILED');
}

function aborted(): IbidError {
  return new IbidError('ABORTED', 'The answer was stopped.');
}
