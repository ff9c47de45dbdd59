import { IbidError } from '@ibid/core';
import type { Answer, AnswerEvent, Conversations, Passage, Question } from '@ibid/core/types';
import {
  keptPassage,
  listedPassages,
  shownText,
  type AnswerEndpoint,
  type AskRequest,
  type FinishedRun,
  type WireContext,
  type WireFailure,
} from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { decodeCall, failed, failedWith, passing, toResponse, type AppContext, type Caller } from '../call.ts';
import { eventStream, guardedRun, runSignal } from '../run.ts';
import type { Metrics } from '../metrics.ts';
import type { payers } from '../payers.ts';

/** A conversation in which a turn is open: no other turn can start until it is released. */
type OpenConversation = Extract<Awaited<ReturnType<Conversations['begin']>>, { kind: 'ready' }>['conversation'];

const DEFAULT_MAX_TOKENS = 1_500;

/** Handles every answering endpoint of every dialect. The same run feeds the JSON reply and the stream. */
export function answerHandler(
  options: AppOptions,
  metrics: Metrics,
  payerOf: ReturnType<typeof payers>,
): (endpoint: AnswerEndpoint, c: AppContext, caller: Caller) => Promise<Response> {
  const { conversations, deadlineMs = 90_000, heartbeatMs = 10_000, maxRuns = 512 } = options;
  let runs = 0;

  return async (endpoint, c, caller) => {
    const notes = c.get('notes');
    if (options.shutdown?.aborted === true) return failed(c, { code: 'CLOSED', message: '' });
    const decoded = await decodeCall(options, c, endpoint, (wire) => endpoint.decode(wire), caller.admit);
    if (decoded.kind === 'failed') return decoded.response;
    if (runs >= maxRuns) return failed(c, { code: 'RATE_LIMITED', message: '' });

    const asked = decoded.value;
    const wanted = asked.conversation;
    notes.question = asked.question.text;
    if (wanted !== undefined && conversations === undefined) {
      return failed(c, { code: 'UNSUPPORTED', message: 'This server keeps no conversations.' }, decoded.context);
    }
    const run = runSignal({ client: c.req.raw.signal, shutdown: options.shutdown, deadlineMs });
    runs += 1;
    metrics.runs(runs);
    let turn: OpenConversation | undefined;
    const end = (): void => {
      runs -= 1;
      metrics.runs(runs);
      turn?.release();
      run[Symbol.dispose]();
      notes.stillOpen = false;
      notes.onEnd?.();
    };

    let context: WireContext = decoded.context;
    try {
      const request = wanted && { id: wanted.id, maxTurns: wanted.maxTurns };
      const begun = request && (await conversations?.begin(request, { signal: run.signal }));
      if (begun?.kind === 'ready') {
        turn = begun.conversation;
        context = { ...context, sessionId: turn.id };
      } else if (begun !== undefined) {
        end();
        if (begun.kind === 'unknown') return failed(c, { code: 'SESSION_NOT_FOUND', message: '' }, context);
        const failure = { code: 'TURNS_EXCEEDED', message: '', maxTurns: request!.maxTurns } as const;
        return failed(c, failure, { ...context, sessionId: begun.sessionId });
      }
    } catch (error) {
      end();
      return failedWith(c, run.signal.aborted ? run.signal.reason : error, context, 'conversation');
    }

    const question: Question = turn === undefined ? asked.question : { ...asked.question, history: turn.history };
    const payer = await payerOf(caller, turn?.id);
    let passages: readonly Passage[] | undefined;
    const note = observer(options, metrics, c);
    const events = guardedRun(() => options.engine.ask(question, { signal: run.signal, payer }), {
      signal: run.signal,
      record: (answer) => turn && recordTurn(options, turn, asked, { answer, passages: passages ?? [] }, context),
      observe(event) {
        if (event.type === 'retrieval-end') ({ passages } = event);
        if (event.type === 'search-end') passages = [...(passages ?? []), ...event.passages];
        note(event);
      },
    });
    const opening: AnswerEvent[] = [];
    // A failure before the first passage can still set the HTTP status of a stream.
    const isOpen = ({ type }: AnswerEvent): boolean => asked.stream && type !== 'run-start';
    try {
      for (let step = await events.next(); step.done !== true; step = await events.next()) {
        opening.push(step.value);
        if (isOpen(step.value)) break;
      }
    } catch (error) {
      end();
      throw error;
    }
    const last = opening.at(-1);
    if (!asked.stream || last?.type === 'run-error') {
      end();
      return last?.type === 'run-end'
        ? toResponse(endpoint.encodeAnswer({ answer: last.answer, passages: passages ?? [] }, context))
        : failed(c, runFailure(last as RunError, passages !== undefined), context);
    }
    notes.stillOpen = true;
    const stream = eventStream({
      opening,
      events,
      encoder: endpoint.createStreamEncoder(context),
      heartbeatMs,
      onLeave: run.leave,
      onFault: (cause) => {
        notes.cause = cause;
        notes.code = 'INTERNAL';
        run.leave();
      },
      onEnd: end,
    });
    return new Response(stream, {
      headers: {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  };
}

/** Returns a function that records the progress of a run for the report and the metrics. */
function observer({ now, countTokens }: AppOptions, metrics: Metrics, c: AppContext) {
  const notes = c.get('notes');
  return (event: AnswerEvent): void => {
    const milliseconds = now() - c.get('startedAt');
    if (event.type === 'retrieval-end') {
      notes.retrievalMilliseconds = milliseconds;
      metrics.stage('retrieval', milliseconds);
    } else if (event.type === 'fallback-start') {
      notes.fallback = event.fault;
      notes.cause ??= event.cause;
      metrics.fallback(event.fault);
    } else if (event.type === 'run-end') {
      const { answer } = event;
      notes.outcome = answer.outcome;
      if (answer.model !== undefined) metrics.model(answer.model);
      metrics.stage('answer', milliseconds - (notes.retrievalMilliseconds ?? 0));
      metrics.answer(answer.outcome, answer.withheld);
      metrics.tokens('question', countTokens(notes.question ?? ''));
      metrics.tokens('answer', countTokens(answer.statements.map(({ text }) => text).join(' ')));
    } else if (event.type === 'run-error') {
      notes.code = event.code;
      notes.cause = event.cause ?? notes.cause;
    }
  };
}

type RunError = Extract<AnswerEvent, { type: 'run-error' }>;

/** Returns the failure of a run. `isAnswering`: the passages had been found, so of the server's own parts only the conversation store can fail. */
function runFailure({ code, message, cause }: RunError, isAnswering: boolean): WireFailure {
  const thrown = IbidError.is(cause) && cause.code === code ? passing(cause) : {};
  return { code, message, stage: isAnswering ? 'answer' : 'retrieval', ...thrown };
}

/** Saves a turn of a conversation. Takes no abort signal: the answer is complete by then and must be saved. */
function recordTurn(
  { agent }: AppOptions,
  conversation: OpenConversation,
  { question, conversation: wanted }: AskRequest,
  { answer, passages }: FinishedRun,
  context: WireContext,
): Promise<void> {
  const listed = listedPassages(passages, question.retrieval?.limit, answer.citations);
  const turn = {
    userInput: question.text,
    passages: listed.map((passage) => keptPassage(passage, context)),
    response: shownText(answer, 'chunk'),
    toolCalls: answer.model?.toolCalls ?? [],
    contextUsed: question.selection?.text ?? '',
  };
  const settings = {
    modelName: modelNameOf(answer) ?? agent?.modelName ?? answer.answerer,
    maxTokens: agent?.maxTokens ?? DEFAULT_MAX_TOKENS,
    systemPrompt: agent?.systemPrompt ?? '',
    retrievalEnabled: agent?.retrievalEnabled ?? true,
    ...wanted!.settings,
  };
  return conversation.append(turn, settings, {});
}

/** Returns the model that worded the answer, which may be a cheaper fallback. `undefined` if none did. */
function modelNameOf({ model, answerer }: Answer): string | undefined {
  if (model === undefined) return undefined;
  const worded = model.calls.findLast(({ purpose, fault }) => purpose === 'answer' && fault === undefined);
  return worded?.model ?? (model.fault === undefined ? undefined : answerer);
}
