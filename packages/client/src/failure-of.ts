import type { Failure, FailureKind } from './wire.ts';
import { textOf } from './ask-question.ts';

const LONGEST_MESSAGE = 500;
const LONGEST_WAIT = 86_400;

const KIND_OF: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'rate-limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Statuses that static file hosts return for a question. The service itself explains such a failure in the body. */
const NO_SERVICE = [404, 405, 501];

/** A failure inside a stream has a code but no status. Both map to the same kind. */
const CODES: readonly (readonly [FailureKind, RegExp])[] = [
  ['rate-limited', /^RATE_LIMITED$/u],
  ['unavailable', /^(?:(?:INDEX|BUILD|STORE|SOURCE)_.+|CLOSED|NOT_INDEXED|UPSTREAM_FAILED|TIMED_OUT)$/u],
  ['invalid', /^(?:INVALID_REQUEST|UNSUPPORTED|TURNS_EXCEEDED|BODY_.+|CONTEXT_REFUSED)$/u],
];

const MOST = 50_000;

/** Converts a refusal, or the last event of a failed stream, to a `Failure`. Accepts any `body` and ignores parts with the wrong shape. */
export function failureOf(refusal: {
  readonly body: unknown;
  /** Absent inside a stream. */
  readonly status?: number;
  /** Value of the `Retry-After` header: seconds or a date. */
  readonly retryAfter?: string | null;
  readonly requestId?: string | null;
  /** Current time, in milliseconds since 1970. */
  readonly now?: number;
}): Failure {
  const body = asRecord(refusal.body);
  const code = asText(body['code']);
  const kind =
    refusal.status === undefined ? CODES.find(([, codes]) => codes.test(code))?.[0] : KIND_OF[refusal.status];
  // On other origins, scripts may be able to read the body but not the header.
  const wait = refusal.retryAfter ?? asRecord(body['details'])['retry_after_seconds'];
  return {
    kind: kind ?? (code === '' && NO_SERVICE.includes(refusal.status ?? 0) ? 'missing' : 'error'),
    message: asText(body['message']).trim().slice(0, LONGEST_MESSAGE),
    retryAfter: seconds(wait, refusal.now ?? 0),
    requestId: asText(body['request_id']) || (refusal.requestId ?? ''),
  };
}

function seconds(wait: unknown, now: number): number {
  const number = typeof wait === 'string' && wait.trim() === '' ? Number.NaN : Number(wait ?? 0);
  const total = Number.isNaN(number) && typeof wait === 'string' ? (Date.parse(wait) - now) / 1000 : number;
  return total > 0 ? Math.ceil(Math.min(total, LONGEST_WAIT)) : 0;
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Converts a response with a status other than 200 to a `Failure`. Never rejects; a body that cannot be read is ignored. */
export async function readRefusal(response: Response): Promise<Failure> {
  const { status, headers, body } = response;
  let text = '';
  let json: unknown;
  try {
    if (body !== null) for await (const piece of textOf(body, MOST)) text += piece;
    json = JSON.parse(text);
  } catch {
    // The body came from a proxy, or broke off.
  }
  return failureOf({
    body: json,
    status,
    retryAfter: headers.get('Retry-After'),
    requestId: headers.get('X-Request-Id'),
    now: Date.now(),
  });
}
