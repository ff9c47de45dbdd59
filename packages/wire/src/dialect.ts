/**
 * What one JSON vocabulary is, seen from outside its folder.
 *
 * 1. Pure: no clock, ids, I/O, framework or logging. Everything variable is in `WireContext`.
 * 2. Functions only: no schema leaves its folder, so nobody can validate "a little" elsewhere.
 * 3. Three-way decode: malformed, unsupported and fine are different things with different replies.
 * 4. No branch on a dialect's name outside `registry.ts`. What the server must know is a field of `Endpoint`.
 * 5. Ignorance both ways: a dialect knows no other, and neutral types have no field that exists for one vocabulary.
 *    `echo` carries what a reply must repeat; `notes` carries what the reader must be told about the request.
 * 6. Strict in our own vocabulary, tolerant in borrowed ones.
 * 7. Loss is declared in `drops`, never discovered.
 * 8. Event switches are exhaustive without `default`, so that a new event makes every codec fail to compile.
 * 9. Each dialect maps every failure code to a status and a body; provider and exception text never gets out.
 * 10. The browser client speaks `native` only.
 */
import type { Answer, AnswerEvent, ErrorCode, Question } from '@ibid/core';

/** Neutral facts that a vocabulary may be unable to carry. */
export type NeutralFact = 'statements' | 'citations' | 'nearest' | 'warnings' | 'selection' | 'history' | 'scope';

export interface Dialect {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  readonly drops: readonly NeutralFact[];
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  decode(request: WireRequest): Decoded;
  encodeAnswer(answer: Answer, context: WireContext): WireReply;
  /** Fresh for each response: feed events in order, write what it returns. */
  createStreamEncoder(context: WireContext): StreamEncoder;
  encodeFailure(failure: WireFailure, context: WireContext): WireReply;
}

export interface WireRequest {
  readonly headers: Headers;
  readonly query: URLSearchParams;
  /** Parsed JSON. */
  readonly body: unknown;
}

export type Decoded =
  | {
      readonly kind: 'ok';
      readonly question: Question;
      readonly stream: boolean;
      readonly echo: WireEcho;
      /** Warnings about the request itself, `code: text`, such as a selection that was cut. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly kind: 'unsupported'; readonly feature: string };

export interface Issue {
  /** Dotted path of the field; `''` for the body as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Request fields to repeat in the reply; opaque to the server. */
export type WireEcho = Readonly<Record<string, string>>;

export interface WireContext {
  readonly requestId: string;
  readonly echo: WireEcho;
  readonly notes: readonly string[];
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Trouble that HTTP itself knows and the engine does not. */
export const HTTP_FAILURES = [
  'INTERNAL',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'ORIGIN_REFUSED',
  'BODY_TOO_LARGE',
  'BODY_TYPE_UNSUPPORTED',
] as const;

export type FailureCode = ErrorCode | (typeof HTTP_FAILURES)[number];

/** `message` reaches the client only for codes whose text is written for the requester; see each dialect's table. */
export interface WireFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
}

export interface StreamEncoder {
  readonly contentType: 'text/event-stream' | 'application/x-ndjson';
  /** Something that keeps proxies awake and that every client ignores. */
  readonly heartbeat: string;
  /** Text frames to write, in order; nothing after the terminal event. */
  encode(event: AnswerEvent): readonly string[];
}
