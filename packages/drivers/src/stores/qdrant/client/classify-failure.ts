/**
 * What went wrong with a request, from whatever the vendor's client throws. It fails in many shapes: with a status, with a status only
 * in the message, without any, as the platform's own errors, and with an error about its own reading of `Retry-After`. Its words are
 * read and never passed on: they quote payloads.
 */
import { IbidError } from '@ibid/core';
import type { ErrorCode } from '@ibid/core/types';
import type { NotedReply } from './noted-reply.ts';
import { retryAfterMs } from './retry-after.ts';

export interface FailureContext {
  /** Host and port, for messages. */
  readonly place?: string;
  /** What was noted of the reply beside the error. */
  readonly noted?: NotedReply;
  /** Why the request was cut off, where it was cut off here. */
  readonly cut?: 'caller' | 'deadline' | 'closed';
  /** Unix milliseconds, to read a date in `Retry-After`. */
  readonly now?: number;
}

type Details = Record<string, string | number | boolean>;

/** `retryable` says that the same request may succeed later; `details.repeat` is `false` where trying at once is of no use even so. */
export function classifyFailure(error: unknown, context: FailureContext = {}): IbidError {
  if (IbidError.is(error)) return error;
  if (context.cut === 'caller') return new IbidError('ABORTED', 'The call to Qdrant was stopped by its caller.');
  if (context.cut === 'closed') return new IbidError('CLOSED', 'The index in Qdrant was closed during the call.');
  const at = context.place === undefined ? 'Qdrant' : `Qdrant at ${context.place}`;
  const late = (): IbidError =>
    failed('TIMED_OUT', `${at} took too long to answer. Try again, or raise \`timeoutMs\`.`, {});
  if (context.cut === 'deadline') return late();

  const seen = context.noted?.status;
  // A good status says nothing about a reply that broke off or could not be read.
  const status = statusOf(error) ?? (seen !== undefined && seen >= 300 ? seen : undefined);
  if (status !== undefined) return ofStatus(at, status, error, context);
  if (error instanceof SyntaxError) return unusable(at, 'with something that is not JSON');
  if (
    nameOf(error) === 'AbortError' ||
    nameOf(error) === 'TimeoutError' ||
    nameOf(error).endsWith('ClientTimeoutError')
  )
    return late();
  return failed(
    'UPSTREAM_FAILED',
    `${at} cannot be reached (${codeOf(error)}). Check that it runs and that its address is right.`,
    {},
  );
}

/** A reply with a good status from which nothing can be taken. */
export function unusable(at: string, how: string): IbidError {
  return new IbidError(
    'UPSTREAM_FAILED',
    `${at} answered ${how}. Check that its address leads to Qdrant and to nothing in between.`,
    { retryable: true, details: { service: 'Qdrant', repeat: false } },
  );
}

function ofStatus(at: string, status: number, error: unknown, { noted, now }: FailureContext): IbidError {
  const said = sayingOf(error);
  const wait = retryAfterMs(headerOf(error) ?? noted?.retryAfter, now ?? Date.now());
  const details = { status, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  if (status === 401 || (status === 403 && !/locked|write operations/iu.test(said ?? ''))) {
    return refused(
      'INVALID_CONFIG',
      `${at} does not accept the key. Put one that may read and write into \`QDRANT_API_KEY\`.`,
      details,
    );
  }
  if (status === 404 && /no point with id/iu.test(said ?? '')) {
    return failed('UPSTREAM_FAILED', `${at} lost a point while it was to be changed. Try again.`, details);
  }
  if (status === 404 && said !== undefined) {
    return refused('NOT_INDEXED', `${at} has no such collection. Index the site, or check \`collection\`.`, details);
  }
  if (status === 408) return failed('TIMED_OUT', `${at} took too long over the request. Try again.`, details);
  // The server itself says 400, of a body in chunks in other words than of one that told its length; what stands before it says 413.
  if (status === 413 || /larger than allowed|payload has exceeded limit/iu.test(said ?? '')) {
    return refused(
      'UPSTREAM_FAILED',
      `${at} takes no request of that size. Let it, and what stands before it, take the usual 32 MB (\`service.max_request_size_mb\`).`,
      details,
    );
  }
  if (status === 429 && /split your request/iu.test(said ?? '')) {
    return refused(
      'RATE_LIMITED',
      `${at} allows less in a minute than this one request. Raise \`read_rate_limit\` and \`write_rate_limit\` of the collection's strict mode.`,
      details,
    );
  }
  if (status === 429) return failed('RATE_LIMITED', `${at} asks to slow down. Wait and try again.`, details);
  if (status === 507 || /no space left|disk (?:is )?full|out of disk/iu.test(said ?? '')) {
    return refused('UPSTREAM_FAILED', `${at} has no room left. Give it more disk or memory.`, details);
  }
  if (status >= 500) return failed('UPSTREAM_FAILED', `${at} answered ${status}. Try again later.`, details);
  if (status >= 200 && status < 300) {
    return failed('UPSTREAM_FAILED', `${at} answered ${status}, so the request is not carried out yet.`, details);
  }
  if (said === undefined) {
    return refused(
      'UPSTREAM_FAILED',
      `${at} answered ${status}, and not in Qdrant's manner. Check that its address leads to Qdrant.`,
      details,
    );
  }
  return refused('UPSTREAM_FAILED', `${at} refused the request with ${status}${reasonIn(said)}.`, details);
}

function failed(code: ErrorCode, message: string, details: Details): IbidError {
  return new IbidError(code, message, { retryable: true, details: { service: 'Qdrant', ...details } });
}

function refused(code: ErrorCode, message: string, details: Details): IbidError {
  return new IbidError(code, message, { details: { service: 'Qdrant', ...details } });
}

/** Of the fetch layer's error the field; of the others what their kind or their message says. */
function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  if (typeof status === 'number') return status;
  if (typeof (error as { readonly retry_after?: unknown } | null)?.retry_after === 'number') return 429;
  const message = error instanceof Error ? error.message : '';
  // A date in `Retry-After` makes the client stumble over its own first letter.
  if (message.startsWith('Invalid retryAfter value')) return 429;
  const named = /^Unexpected Response: (\d{3})\b/u.exec(message)?.[1];
  return named === undefined ? undefined : Number(named);
}

/** What Qdrant itself said; `undefined` when the body is not one of its replies. */
function sayingOf(error: unknown): string | undefined {
  const { data } = (error ?? {}) as { readonly data?: { readonly status?: { readonly error?: unknown } } };
  const said = data?.status?.error;
  return typeof said === 'string' ? said : undefined;
}

/** The reasons that come without anyone's text in them. */
function reasonIn(said: string): string {
  const sizes = /expected dim: (\d{1,6}), got (\d{1,6})/u.exec(said);
  if (sizes !== null) return `: its vectors have ${sizes[1]} numbers, and one with ${sizes[2]} was sent`;
  if (/not existing vector name/iu.test(said)) return ': the collection lacks one of the vectors';
  if (/already exists/iu.test(said)) return ': there is one of that name already';
  return strictnessIn(said);
}

/** Strict mode forbids by names and numbers of its own. */
function strictnessIn(said: string): string {
  if (/index required but not found/iu.test(said)) return ': its strict mode asks for an index of every filtered field';
  if (/exact search disabled/iu.test(said)) return ': its strict mode forbids exact searches (`search_allow_exact`)';
  if (/(?:filter condition|condition size) limit reached/iu.test(said))
    return ': its strict mode takes no filter so large';
  const limit = /limit exceeded [\d.]{1,20} > ([\d.]{1,20}) for "([a-z_ ]{1,30})"/iu.exec(said);
  if (limit !== null) return `: its strict mode takes no more than ${limit[1]} for \`${limit[2]}\``;
  return '';
}

function headerOf(error: unknown): string | undefined {
  const { headers } = (error ?? {}) as { readonly headers?: unknown };
  return headers instanceof Headers ? (headers.get('retry-after') ?? undefined) : undefined;
}

function nameOf(error: unknown): string {
  const { name } = (error ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : '';
}

/** A name such as `ECONNREFUSED`, which says why without saying what was sent. */
function codeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: { readonly code?: unknown } };
  const code = cause?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,63}$/u.test(code) ? code : 'the connection broke off';
}
