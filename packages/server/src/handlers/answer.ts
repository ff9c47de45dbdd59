import { IbidError, untilAborted } from '@ibid/core';
import type { Answer, AnswerEvent, Conversations, Passage, Question } from '@ibid/core/types';
import {
  type AnswerEndpoint,
  type AskRequest,
  type FinishedRun,
  keptPassage,
  listedPassages,
  shownText,
  type WireContext,
} from '@ibid/wire';
import type { AppOptions } from '../app-options.ts';
import {
  type AppContext,
  decodeCall,
  passing,
  Refusal,
  refusalOf,
  reportedBody,
  runSignal,
  toResponse,
} from '../call.ts';
import type { Metrics } from '../metrics.ts';
import type { payers } from '../limits.ts';

/** A conversation in which a turn is open: no other turn can start until it is released. */
type OpenConversation = Extract<Awaited<ReturnType<Conversations['begin']>>, { kind: 'ready' }>['conversation'];

const DEFAULT_MAX_TOKENS = 1_500;

/** Handles every answering endpoint of every dialect. The same run feeds the JSON reply and the stream. */
export function answerHandler(
  options: AppOptions,
  metrics: Metrics,
  payerOf: ReturnType<typeof payers>,
): (endpoint: AnswerEndpoint, c: AppContext) => Promise<Response> {
  const { engine, shutdown, deadlineMs = 90_000, heartbeatMs = 10_000, maxRuns = 512 } = options;
  let runs = 0;

  return async (endpoint, c) => {
    if (shutdown?.aborted === true) throw new Refusal('CLOSED');
    const asked = await decodeCall(c, endpoint, 'questions');
    if (runs >= maxRuns) throw new Refusal('RATE_LIMITED');
    const notes = c.get('notes');
    notes.question = asked.question.text;
    const run = runSignal({ client: c.req.raw.signal, shutdown, deadlineMs });
    runs += 1;
    metrics.record('runs', {}, runs);
    let turn: OpenConversation | undefined;
    const onEnd = (): void => {
      runs -= 1;
      metrics.record('runs', {}, runs);
      turn?.release();
      run[Symbol.dispose]();
    };
    try {
      turn = await openTurn(options, c, asked.conversation, run.signal);
      const context = c.get('context');
      const question: Question = turn === undefined ? asked.question : { ...asked.question, history: turn.history };
      const payer = await payerOf(c.get('asker'), turn?.id);
      let passages: readonly Passage[] | undefined;
      const note = observer(options, metrics, c);
      const events = guardedRun(() => engine.ask(question, { signal: run.signal, payer }), {
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
      for (let step = await events.next(); step.done !== true; step = await events.next()) {
        opening.push(step.value);
        if (isOpen(step.value)) break;
      }
      const last = opening.at(-1);
      if (last?.type === 'run-error') throw runFailure(last, passages !== undefined);
      if (last?.type === 'run-end' && !asked.stream) {
        return toResponse(endpoint.encodeAnswer({ answer: last.answer, passages: passages ?? [] }, context));
      }
      const encoder = endpoint.createStreamEncoder(context);
      async function* frames(): AsyncGenerator<string> {
        try {
          for (const event of opening) yield* encoder.encode(event);
          for await (const event of events) yield* encoder.encode(event);
        } catch (cause) {
          // The response head has been sent, so the error must be reported by the stream's last event.
          Object.assign(notes, { cause, code: 'INTERNAL' });
          run.leave();
          yield* encoder.encode({ type: 'run-error', code: 'UPSTREAM_FAILED', message: '' });
        } finally {
          await events.return(undefined);
        }
      }
      const body = reportedBody(c, frames(), { heartbeatMs, onLeave: run.leave, onEnd });
      return new Response(body, { headers: EVENTS });
    } finally {
      if (notes.stillOpen !== true) onEnd();
    }
  };
}

const EVENTS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Opens a turn of the conversation that a request goes on with or begins; `undefined` if it asks outside conversations. */
async function openTurn(
  { conversations }: AppOptions,
  c: AppContext,
  wanted: AskRequest['conversation'],
  signal: AbortSignal,
): Promise<OpenConversation | undefined> {
  if (wanted === undefined) return undefined;
  if (conversations === undefined) throw new Refusal('UNSUPPORTED', 'This server keeps no conversations.');
  const { id, maxTurns } = wanted;
  const begun = await conversations.begin({ id, maxTurns }, { signal }).catch((error: unknown) => {
    throw refusalOf(signal.aborted ? signal.reason : error, 'conversation');
  });
  if (begun.kind === 'unknown') throw new Refusal('SESSION_NOT_FOUND');
  const sessionId = begun.kind === 'ready' ? begun.conversation.id : begun.sessionId;
  c.set('context', { ...c.get('context'), sessionId });
  if (begun.kind === 'ready') return begun.conversation;
  throw new Refusal('TURNS_EXCEEDED', '', { maxTurns });
}

/** Returns a function that records the progress of a run for the report and the metrics. */
function observer({ countTokens }: AppOptions, metrics: Metrics, c: AppContext) {
  const notes = c.get('notes');
  return (event: AnswerEvent): void => {
    const milliseconds = c.get('context').elapsedMs();
    if (event.type === 'retrieval-end') {
      notes.retrievalMilliseconds = milliseconds;
      metrics.record('stage_seconds', { stage: 'retrieval' }, milliseconds / 1_000);
    } else if (event.type === 'fallback-start') {
      notes.fallback = event.fault;
      notes.cause ??= event.cause;
      metrics.record('model_fallbacks_total', { fault: event.fault });
    } else if (event.type === 'run-end') {
      const { answer } = event;
      notes.outcome = answer.outcome;
      if (answer.model !== undefined) metrics.model(answer.model);
      const afterRetrieval = milliseconds - (notes.retrievalMilliseconds ?? 0);
      metrics.record('stage_seconds', { stage: 'answer' }, afterRetrieval / 1_000);
      metrics.record('answers_total', { outcome: answer.outcome });
      metrics.record('statements_withheld_total', {}, answer.withheld);
      metrics.record('tokens_total', { of: 'question' }, countTokens(notes.question ?? ''));
      const text = answer.statements.map((statement) => statement.text).join(' ');
      metrics.record('tokens_total', { of: 'answer' }, countTokens(text));
    } else if (event.type === 'run-error') {
      notes.code = event.code;
      notes.cause = event.cause ?? notes.cause;
    }
  };
}

type RunError = Extract<AnswerEvent, { type: 'run-error' }>;

/** Returns the failure of a run. `isAnswering`: the passages had been found, so of the server's own parts only the conversation store can fail. */
function runFailure({ code, message, cause }: RunError, isAnswering: boolean): Refusal {
  const thrown = IbidError.is(cause) && cause.code === code ? passing(cause) : {};
  return new Refusal(code, message, { stage: isAnswering ? 'answer' : 'retrieval', ...thrown });
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

/**
 * Yields the events of a run with exactly one terminal event at the end, even if the run throws, stops early, continues after its end, or
 * ignores the signal. On abort it ends at once with the reason's code, without waiting for the run.
 */
export async function* guardedRun(
  start: () => AsyncIterable<AnswerEvent>,
  {
    signal,
    record,
    observe,
  }: {
    readonly signal: AbortSignal;
    /** Saves the answer before it is shown as finished, so that no answer a reader has seen is lost. If it rejects, the run has failed. */
    readonly record: (answer: Answer) => Promise<void> | undefined;
    /** Called with each event before it is yielded. What it throws ends the generator. */
    readonly observe: (event: AnswerEvent) => void;
  },
): AsyncGenerator<AnswerEvent> {
  let iterator: AsyncIterator<AnswerEvent> | undefined;
  const nextEvent = async (): Promise<AnswerEvent> => {
    try {
      iterator ??= start()[Symbol.asyncIterator]();
      const { done, value: event } = await untilAborted(iterator.next(), signal);
      if (done === true) throw new IbidError('UPSTREAM_FAILED', 'The run ended without an answer.');
      // A run that noticed the abort itself does not have the reason for it.
      if (event.type === 'run-error' && signal.aborted) throw signal.reason;
      if (event.type === 'run-end') await untilAborted(Promise.resolve(record(event.answer)), signal);
      return event;
    } catch (cause) {
      const isKnown = IbidError.is(cause);
      const [code, message] = isKnown ? [cause.code, cause.message] : (['UPSTREAM_FAILED', 'The run failed.'] as const);
      return { type: 'run-error', code, message, cause };
    }
  };
  try {
    let event: AnswerEvent;
    do {
      event = await nextEvent();
      observe(event);
      yield event;
    } while (event.type !== 'run-end' && event.type !== 'run-error');
  } finally {
    // Not awaited, because a run that ignores the signal must not delay the reply.
    void Promise.resolve(iterator?.return?.()).catch(() => undefined);
  }
}
