import type { AnswerEvent } from '@ibid/core';
import type { Endpoint, WireContext, WireFailure, WireReply } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { eventStream } from './event-stream.ts';
import { guardedRun } from './guarded-run.ts';
import { readBody } from './read-body.ts';
import { runSignal } from './run-signal.ts';

const DEFAULTS = { deadlineMs: 90_000, heartbeatMs: 10_000, maxBodyBytes: 32_768, maxRuns: 64 };

interface AnswerCall {
  readonly request: Request;
  readonly requestId: string;
  /** Told once about anything that did not end with an answer. */
  readonly onFailure: (code: string, cause?: unknown) => void;
}

export type AnswerHandler = (endpoint: Endpoint, call: AnswerCall) => Promise<Response>;

/** Serves any endpoint of any vocabulary: the same run feeds the JSON reply and the stream. */
export function answerHandler(options: AppOptions): AnswerHandler {
  const { deadlineMs, heartbeatMs, maxBodyBytes, maxRuns } = { ...DEFAULTS, ...options };
  let runs = 0;

  return async (endpoint, { request, requestId, onFailure }) => {
    const bare: WireContext = { requestId, echo: {}, notes: [] };
    const fail = (failure: WireFailure, context = bare): Response => {
      onFailure(failure.code);
      return toResponse(endpoint.encodeFailure(failure, context));
    };
    if (options.shutdown?.aborted === true) return fail({ code: 'CLOSED', message: '', retryAfterSeconds: 5 });
    const body =
      endpoint.method === 'GET' ? { kind: 'ok' as const, body: undefined } : await readBody(request, maxBodyBytes);
    if (body.kind === 'failed') return fail(body.failure);
    const query = new URL(request.url).searchParams;
    const decoded = endpoint.decode({ headers: request.headers, query, body: body.body });
    if (decoded.kind === 'invalid') {
      const message = decoded.issues.map((issue) => issue.message).join('; ');
      return fail({ code: 'INVALID_REQUEST', message, issues: decoded.issues });
    }
    if (decoded.kind === 'unsupported') {
      return fail({ code: 'UNSUPPORTED', message: `\`${decoded.feature}\` is not supported here.` });
    }
    if (runs >= maxRuns) return fail({ code: 'RATE_LIMITED', message: '', retryAfterSeconds: 1 });

    const context: WireContext = { requestId, echo: decoded.echo, notes: decoded.notes };
    const run = runSignal({ client: request.signal, shutdown: options.shutdown, deadlineMs });
    runs += 1;
    const end = (): void => {
      runs -= 1;
      run[Symbol.dispose]();
    };
    const start = (): AsyncIterable<AnswerEvent> => options.engine.ask(decoded.question, { signal: run.signal });
    const events = reported(
      guardedRun(start, run.signal, (cause) => onFailure('RUN', cause)),
      onFailure,
    );

    if (!decoded.stream) {
      const last = await lastOf(events).finally(end);
      return last.type === 'run-end'
        ? toResponse(endpoint.encodeAnswer(last.answer, context))
        : toResponse(endpoint.encodeFailure(last, context));
    }
    // Trouble before the first passage still gets a status of its own.
    const opening = await openingOf(events);
    const failed = opening.at(-1);
    if (failed?.type === 'run-error') {
      end();
      return toResponse(endpoint.encodeFailure(failed, context));
    }
    const encoder = endpoint.createStreamEncoder(context);
    const stream = eventStream(prepended(opening, events), { encoder, heartbeatMs, onLeave: run.leave, onEnd: end });
    return new Response(stream, {
      headers: {
        'Content-Type': `${encoder.contentType}; charset=utf-8`,
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
      },
    });
  };
}

async function* reported(
  events: AsyncIterable<AnswerEvent>,
  onFailure: AnswerCall['onFailure'],
): AsyncGenerator<AnswerEvent> {
  for await (const event of events) {
    if (event.type === 'run-error') onFailure(event.code);
    yield event;
  }
}

type Terminal = Extract<AnswerEvent, { type: 'run-end' | 'run-error' }>;

async function lastOf(events: AsyncIterable<AnswerEvent>): Promise<Terminal> {
  let last: AnswerEvent | undefined;
  for await (const event of events) last = event;
  return last as Terminal; // a guarded run always ends with one
}

/** Events up to the first that says how the run goes: retrieval done, or an end. */
async function openingOf(events: AsyncGenerator<AnswerEvent>): Promise<AnswerEvent[]> {
  const opening: AnswerEvent[] = [];
  for (let step = await events.next(); step.done !== true; step = await events.next()) {
    opening.push(step.value);
    if (step.value.type !== 'run-start') break;
  }
  return opening;
}

async function* prepended(
  first: readonly AnswerEvent[],
  rest: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  yield* first;
  yield* rest;
}

export function toResponse(reply: WireReply): Response {
  const body = JSON.stringify(reply.body);
  return new Response(body, {
    status: reply.status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...reply.headers },
  });
}
