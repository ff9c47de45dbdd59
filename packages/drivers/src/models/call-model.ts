import { IbidError } from '@ibid/core';
import type { ModelRequest } from '@openai/agents';
import { callFailure, thrownFailure, type CallFailure } from './call-failure.ts';
import { chatReader } from './chat-reader.ts';
import { connectionFailure } from './connection-failure.ts';
import type { ModelReply, ReportedUsage } from './model-reply.ts';
import type { ModelService } from './model-service.ts';
import { responsesReader } from './responses-reader.ts';

export interface ModelCallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds from now. */
  readonly firstTokenMs: number;
  /** Between tokens. */
  readonly idleMs: number;
  /** Milliseconds from now to the end of the reply. */
  readonly totalMs: number;
  /** Longest text, in UTF-16 units. */
  readonly maxCharacters: number;
  /** Gets the text as it comes. */
  readonly onText: (text: string) => void;
}

export type CallOutcome =
  | { readonly reply: ModelReply; readonly failure: undefined }
  | {
      readonly reply: undefined;
      readonly failure: CallFailure;
      readonly usage: ReportedUsage | undefined;
      /** Text that came before; it was passed on. */
      readonly text: string;
    };

/** How long a finished reply waits for its token counts. */
const COUNTS_MS = 2_000;

/**
 * Makes one call, keeps its deadlines and judges its end. A reply counts as whole only when the service said so; what breaks after that
 * does no harm. Rejects with `ABORTED` alone, when the reader has left.
 */
export async function callModel(
  service: ModelService,
  request: Omit<ModelRequest, 'signal'>,
  options: ModelCallOptions,
): Promise<CallOutcome> {
  await service.ready();
  const reader = service.model.api === 'chat' ? chatReader() : responsesReader();
  const stop = new AbortController();
  const leave = (): void => stop.abort();
  let text = '';
  let late: string | undefined;
  const expire = (why: string): void => {
    late ??= why;
    stop.abort();
  };
  let timer = setTimeout(expire, options.firstTokenMs, 'said nothing in time');
  const total = setTimeout(expire, options.totalMs, 'did not come to an end in time');
  const rearm = (ms: number, why: string): void => {
    clearTimeout(timer);
    timer = setTimeout(expire, ms, why);
  };

  let thrown: unknown;
  let isRead = false;
  if (options.signal.aborted) leave();
  options.signal.addEventListener('abort', leave, { once: true });
  try {
    if (!stop.signal.aborted) {
      for await (const event of service.stream({ ...request, signal: stop.signal })) {
        if (stop.signal.aborted) break;
        if (event.type !== 'model') continue;
        const news = reader.read(event.event);
        if (reader.isFinished()) rearm(COUNTS_MS, 'did not close its stream');
        else if (news.isProgress) rearm(options.idleMs, 'fell silent');
        if (news.text === '') continue;
        if (text.length + news.text.length > options.maxCharacters) {
          const message = `${service.model.id} wrote more than ${options.maxCharacters} characters.`;
          thrown = callFailure('stopped', message, { countsAgainst: false });
          break;
        }
        text += news.text;
        options.onText(news.text);
      }
      isRead = thrown === undefined;
    }
  } catch (error) {
    thrown = error;
  } finally {
    clearTimeout(timer);
    clearTimeout(total);
    options.signal.removeEventListener('abort', leave);
    // A connection that was read to its end can be used again.
    if (!isRead) stop.abort();
  }
  if (options.signal.aborted) throw new IbidError('ABORTED', 'The answer was stopped.');
  const failed = (failure: CallFailure): CallOutcome => ({
    reply: undefined,
    failure: named(failure, service.model.id),
    usage: reader.usage(),
    text,
  });
  const known = isFailure(thrown) ? thrown : thrownFailure(thrown);
  if (known !== undefined) return failed(text === '' ? known : afterText(known));
  if (!reader.isFinished()) {
    if (late !== undefined) return failed(callFailure('too-slow', `${service.model.id} ${late}.`));
    if (thrown !== undefined) {
      const broken = brokenBy(thrown, service);
      return failed(text === '' ? broken : { ...afterText(broken), fault: 'stopped' });
    }
  }
  try {
    return { reply: reader.end(), failure: undefined };
  } catch (error) {
    return failed(thrownFailure(error) ?? callFailure('unusable', 'The reply cannot be read.'));
  }
}

function isFailure(value: unknown): value is CallFailure {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && 'countsAgainst' in value;
}

function brokenBy(error: unknown, { model }: ModelService): CallFailure {
  const broken = connectionFailure(error, model);
  if (broken !== undefined) return broken;
  const { name } = error as { readonly name?: unknown };
  if (name === 'SyntaxError') return callFailure('unusable', 'The stream holds something that is no JSON.');
  // The client throws these for events that report an error; their words stay behind.
  return callFailure('unavailable', 'The service reports an error in its stream.', { isRetryable: true });
}

/** Once a reader may have seen something, what went wrong is that the answer stopped. */
function afterText(failure: CallFailure): CallFailure {
  const fault = failure.fault === 'unavailable' ? 'stopped' : failure.fault;
  return { ...failure, fault, isRetryable: false, isFree: false };
}

function named(failure: CallFailure, id: string): CallFailure {
  return failure.message.includes(id) ? failure : { ...failure, message: `${id}: ${failure.message}` };
}
