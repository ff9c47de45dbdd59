import type { Citation, Excerpt, Reply, Statement } from './wire.ts';

/** Why an answer broke off or never began, as the reader should see it told apart (R31). */
export type FailureKind =
  | 'offline'
  | 'unreachable'
  | 'rate-limited'
  | 'unavailable'
  | 'invalid'
  | 'timeout'
  | 'cut'
  | 'error';

export interface Failure {
  readonly kind: FailureKind;
  /** From the server where it said something fit for readers, else `''`. */
  readonly message: string;
  /** Seconds until another try makes sense; 0 when nobody said. */
  readonly retryAfter: number;
  /** `''` where the server was not reached. */
  readonly requestId: string;
}

/** What happens while one question is answered. Exactly one of the last three comes, and comes last. */
export type AskEvent =
  | { readonly type: 'started'; readonly requestId: string }
  | { readonly type: 'found'; readonly passages: number }
  /** Before its first statement; they come in their order. */
  | { readonly type: 'excerpt'; readonly excerpt: Excerpt }
  | { readonly type: 'citation'; readonly citation: Citation }
  | { readonly type: 'statement'; readonly statement: Statement }
  | { readonly type: 'fallback'; readonly fault: string }
  | { readonly type: 'done'; readonly reply: Reply }
  | { readonly type: 'stopped' }
  | { readonly type: 'failed'; readonly failure: Failure };
