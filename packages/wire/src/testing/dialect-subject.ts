import type { Answer, Citation } from '@ibid/core/types';
import type { AnswerEndpoint, WireContext } from '../dialect.ts';
import type { Frame } from './parse-frames.ts';

/** What the checks must know of a vocabulary to read what it writes. Replies and data are as a client parses them. */
export interface DialectSubject {
  readonly endpoint: AnswerEndpoint;
  /** Names of the two terminal events. */
  readonly ends: { readonly final: string; readonly error: string };
  /** A request that is taken. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The text that a reader sees: of an answer its statements, otherwise words that begin with the message. */
  readonly shown: (reply: never) => string;
  /** The same text out of the frames before the last; `undefined` where the last one alone carries it. */
  readonly streamed: (frames: readonly Frame[]) => string | undefined;
  /** One key for everything that a reply cites. */
  readonly cited: (reply: never) => readonly string[];
  /** Those of an answer that it shows; all unless given. */
  readonly proofs?: (answer: Answer) => readonly Citation[];
  /** The key of one of the engine's citations. */
  readonly keyOf: (citation: Citation) => string;
  /** Where a program looks for the reason why there is no answer (R13). */
  readonly reasons: (reply: never) => readonly (string | null)[];
  /** Equal runs give equal bytes whatever the request's id and time (R15). */
  readonly stable: boolean;
  /** What the server knows beside the run. */
  readonly context?: Partial<WireContext>;
}
