import type { Answer, Citation } from '@ibid/core/types';
import type { AnswerEndpoint, WireContext } from '../dialect.ts';
import type { Frame } from './parse-frames.ts';

/** Describes a dialect to the checks, so that they can read its output. Replies and data are as parsed by a client. */
export interface DialectSubject {
  readonly endpoint: AnswerEndpoint;
  /** Names of the two terminal events. */
  readonly ends: { readonly final: string; readonly error: string };
  /** A valid request. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Returns the text that a reader sees: the statements of an answer, otherwise text that starts with the message. */
  readonly shown: (reply: never) => string;
  /** Returns the same text from all frames before the last; `undefined` if only the last frame has it. */
  readonly streamed: (frames: readonly Frame[]) => string | undefined;
  /** Returns one key for each citation in a reply. */
  readonly cited: (reply: never) => readonly string[];
  /** Returns the citations of an answer that the dialect shows. Default: all. */
  readonly proofs?: (answer: Answer) => readonly Citation[];
  /** Returns the key of one of the engine's citations. */
  readonly keyOf: (citation: Citation) => string;
  /** Returns the fields where a program finds the reason for a missing answer. */
  readonly reasons: (reply: never) => readonly (string | null)[];
  /** True if equal runs give equal bytes regardless of request id and time. */
  readonly stable: boolean;
  /** Server context in addition to the run. */
  readonly context?: Partial<WireContext>;
}
