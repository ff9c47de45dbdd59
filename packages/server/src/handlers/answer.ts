import { IbidError } from '@ibid/core';
import type { AnswerEvent, Passage, Question } from '@ibid/core/types';
import type { AnswerEndpoint, WireContext, WireFailure } from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import { openCall, passing, toResponse, type Call, type EndpointCall } from '../call.ts';
import { eventStream, guardedRun, runSignal } from '../run.ts';
import type { Metrics } from '../metrics.ts';
import type { payers } from '../payers.ts';
import { openTurn, type OpenTurn } from './open-turn.ts';

/** Failures for a conversation that accepts no turn. */
const REFUSALS = {
  unsupported: { code: 'UNSUPPORTED', message: 'This server keeps no conversations.' },
  unknown: { code: 'SESSION_NOT_FOUND', message: '' },
  full: { code: 'TURNS_EXCEEDED', message: '' },
} as const;

/** Handles every answering endpoint of every dialect. The same run feeds the JSON reply and the stream. */
export function answerHandler(
  options: AppOptions,
  metrics: Metrics,
  payerOf: ReturnType<typeof payers>,
): (endpoint: AnswerEndpoint, call: EndpointCall) => Promise<Response> {
  const { deadlineMs = 90_000, heartbeatMs = 10_000, maxRuns = 512 } = options;
  let runs = 0;

  return async (endpoint, call) => {
    const { request, notes } = call;
    const opened = openCall(options, endpoint, call);
    if (options.shutdown?.aborted === true) return opened.fail({ code: 'CLOSED', message: '' });
    const decoded = await opened.decode((wire) => endpoint.decode(wire));
    if (decoded.kind === 'failed') return decoded.response;
    if (runs >= maxRuns) return opened.fail({ code: 'RATE_LIMITED', message: '' });

    const asked = decoded.value;
    notes.question = asked.question.text;
    const run = runSignal({ client: request.signal, shutdown: options.shutdown, deadlineMs });
    runs += 1;
    metrics.runs(runs);
    let turn: OpenTurn | undefined;
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
      const begun = await openTurn(options, asked, context, run.signal);
      if (begun?.kind === 'ready') {
        turn = begun.turn;
        context = { ...context, sessionId: turn.sessionId };
      } else if (begun !== undefined) {
        end();
        const failed = opened.fail(REFUSALS[begun.kind], context);
        if (begun.kind !== 'full') return failed;
        const reply = endpoint.encodeTurnsExceeded?.(begun.maxTurns, { ...context, sessionId: begun.sessionId });
        return reply === undefined ? failed : toResponse(reply);
      }
    } catch (error) {
      end();
      return opened.failWith(run.signal.aborted ? run.signal.reason : error, context, 'conversation');
    }

    const question: Question = turn === undefined ? asked.question : { ...asked.question, history: turn.history };
    const payer = await payerOf({ client: call.client, siteKey: call.siteKey, sessionId: turn?.sessionId });
    let passages: readonly Passage[] | undefined;
    /** Saves the turn before the answer is shown as finished, so that no answer a reader has seen is lost. */
    async function* recorded(): AsyncGenerator<AnswerEvent> {
      for await (const event of options.engine.ask(question, { signal: run.signal, payer })) {
        if (event.type === 'retrieval-end') ({ passages } = event);
        if (event.type === 'search-end') passages = [...(passages ?? []), ...event.passages];
        if (event.type === 'run-end') await turn?.record({ asked, answer: event.answer, passages: passages ?? [] });
        yield event;
      }
    }
    const events = observed(
      guardedRun(recorded, run.signal, (cause) => (notes.cause = cause)),
      { call, metrics, options, question: question.text },
    );
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
        : opened.fail(runFailure(last as RunError, passages !== undefined, notes.cause), context);
    }
    notes.stillOpen = true;
    const encoder = endpoint.createStreamEncoder(context);
    const stream = eventStream(prepended(opening, events), {
      encoder,
      // A new encoder, because the other one may be in any state and ignores events after the end of the run.
      lastWords: () =>
        endpoint.createStreamEncoder(context).encode({ type: 'run-error', code: 'UPSTREAM_FAILED', message: '' }),
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
        'Content-Type': `${encoder.contentType}; charset=utf-8`,
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  };
}

/** Records the progress of a run for the report and the metrics. */
async function* observed(
  events: AsyncIterable<AnswerEvent>,
  of: { readonly call: Call; readonly metrics: Metrics; readonly options: AppOptions; readonly question: string },
): AsyncGenerator<AnswerEvent> {
  const { call, metrics, question } = of;
  const { now, countTokens } = of.options;
  for await (const event of events) {
    const milliseconds = now() - call.startedAt;
    if (event.type === 'retrieval-end') {
      call.notes.retrievalMilliseconds = milliseconds;
      metrics.stage('retrieval', milliseconds);
    } else if (event.type === 'fallback-start') {
      call.notes.fallback = event.fault;
      call.notes.cause ??= event.cause;
      metrics.fallback(event.fault);
    } else if (event.type === 'run-end') {
      call.notes.outcome = event.answer.outcome;
      if (event.answer.model !== undefined) metrics.model(event.answer.model);
      metrics.stage('answer', milliseconds - (call.notes.retrievalMilliseconds ?? 0));
      metrics.answer(event.answer.outcome, event.answer.withheld);
      metrics.tokens('question', countTokens(question));
      metrics.tokens('answer', countTokens(event.answer.statements.map(({ text }) => text).join(' ')));
    } else if (event.type === 'run-error') {
      call.notes.code = event.code;
      call.notes.cause ??= event.cause;
    }
    yield event;
  }
}

type RunError = Extract<AnswerEvent, { type: 'run-error' }>;

/** Returns the failure of a run. `isAnswering`: the passages had been found, so of the server's own parts only the conversation store can fail. */
function runFailure({ code, message }: RunError, isAnswering: boolean, cause: unknown): WireFailure {
  const thrown = IbidError.is(cause) && cause.code === code ? passing(cause) : {};
  return { code, message, stage: isAnswering ? 'answer' : 'retrieval', ...thrown };
}

async function* prepended(
  first: readonly AnswerEvent[],
  rest: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  yield* first;
  yield* rest;
}
