import type { Engine } from '@ibid/core';
import type { Dialect } from '@ibid/wire';

/** One line of the request log: never the text of a question, a page or an answer (R20). */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Failure code, where there was one. */
  readonly code?: string;
  /** What was thrown, for the owner's eyes only. */
  readonly cause?: unknown;
}

export interface AppOptions {
  readonly engine: Pick<Engine, 'ask' | 'page' | 'info'>;
  /** Unique, for request ids. */
  readonly newId: () => string;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  /** All of the registry unless given. */
  readonly dialects?: readonly Dialect[];
  /** Origins besides the server's own that may call from a browser, such as `https://docs.example.org` (R27). */
  readonly origins?: readonly string[];
  /** Name of the site in the question page. */
  readonly title?: string;
  /** Longest time one answer may take; 90,000 unless given. */
  readonly deadlineMs?: number;
  /** Pause after which a silent stream says that it is alive; 10,000 unless given. */
  readonly heartbeatMs?: number;
  /** 32,768 unless given. */
  readonly maxBodyBytes?: number;
  /** Answers under way at once, in all; 64 unless given. */
  readonly maxRuns?: number;
  /** Ends every run with `CLOSED` and refuses new ones. */
  readonly shutdown?: AbortSignal;
  readonly report?: (report: RequestReport) => void;
}
