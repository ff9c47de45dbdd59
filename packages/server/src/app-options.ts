import type {
  AgentSettings,
  CallOptions,
  Conversations,
  Engine,
  FeedbackStore,
  Jobs,
  ModelFault,
} from '@ibid/core/types';
import type { Dialect } from '@ibid/wire';
import type { Metrics, SpentToday } from './metrics.ts';

/** One line of the request log: never the text of a question, a page or an answer, unless the owner asks for it. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** Pattern that the path fits, such as `/api/agent/session/{session_id}`; `''` for an unknown one. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Failure code, where there was one. */
  readonly code?: string | undefined;
  /** The error thrown, for the owner only. */
  readonly cause?: unknown;
  /** Outcome of the question, if one was asked. */
  readonly outcome?: string | undefined;
  /** Why the pages were quoted instead of a model's words. */
  readonly fallback?: ModelFault | undefined;
  /** Until the passages were found. */
  readonly retrievalMilliseconds?: number | undefined;
  readonly question?:
    | {
        readonly characters: number;
        /** Equal questions have equal hashes while the process lives, and no others; nobody can look a question up by it. */
        readonly hash: string;
        /** With `logQuestions` only. */
        readonly text?: string | undefined;
      }
    | undefined;
}

/** Settings for indexing over HTTP. */
export interface IngestOptions {
  readonly jobs: Jobs;
  /** The one source that jobs read, as the owner named it. */
  readonly source: string;
}

/** A built site to show beside the API, from the folder that its generator wrote. */
export interface SiteOptions {
  readonly folder: string;
  /** Path below which it is published, with a slash at both ends; `/` for a site at the root. */
  readonly base: string;
  /** True if its pages get a content security policy and related headers. Default `true`; `false` for owners whose proxy sets them. */
  readonly headers?: boolean | undefined;
}

/** Requests allowed per minute, half of them at once; 0 = no limit. */
export interface RateLimits {
  /** Questions by address, IPv6 by /64; 60 unless given. */
  readonly perClient?: number | undefined;
  /** Other requests by address; 600 unless given. Health checks, and files and pages that are bytes already, ten times as many each. */
  readonly requests?: number | undefined;
  /** Questions by site key; 600 unless given. */
  readonly perSiteKey?: number | undefined;
  /** True if clients on this machine have no limits, as is right if nobody else can reach the server. Default `false`. */
  readonly exemptLoopback?: boolean | undefined;
}

/** Settings of the agent that conversations record, and its state. */
export interface AgentOptions extends Partial<
  Pick<AgentSettings, 'modelName' | 'maxTokens' | 'systemPrompt' | 'retrievalEnabled'>
> {
  /** True if one of its models can be asked now. */
  readonly isReachable?: (() => boolean) | undefined;
  readonly spentToday?: ((options?: CallOptions) => Promise<SpentToday | undefined>) | undefined;
}

export interface AppOptions {
  readonly engine: Pick<Engine, 'ask' | 'find' | 'lookUp' | 'checkIndex' | 'embedderWorks' | 'page' | 'pages' | 'info'>;
  /** Unique, for request ids. */
  readonly newId: () => string;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly date: () => Date;
  /** o200k tokens of a text. */
  readonly countTokens: (text: string) => number;
  /** Without them the endpoints of conversations answer `UNSUPPORTED`. */
  readonly conversations?: Conversations | undefined;
  /** Without it feedback is answered with `UNSUPPORTED`. */
  readonly feedback?: (Pick<FeedbackStore, 'keep'> & Partial<Pick<FeedbackStore, 'list'>>) | undefined;
  /** The agent, where a model words its answers. */
  readonly agent?: AgentOptions | undefined;
  /** Without it the endpoints of indexing answer `UNSUPPORTED`. */
  readonly ingest?: IngestOptions | undefined;
  /** Commits a small write where conversations, feedback, jobs and costs are kept; without it they are only read to see whether they work. */
  readonly checkWrites?: (() => Promise<void>) | undefined;
  /**
   * 32 bytes under which addresses are hashed on this day, `2026-11-22`, the same in all servers over one ledger; without it each
   * process has a key of its own.
   */
  readonly clientKey?: ((day: string, options?: CallOptions) => Promise<Uint8Array>) | undefined;
  /** Bearer token of the owner; without one, owners' endpoints refuse everybody. */
  readonly ownerToken?: string | undefined;
  /** All of the registry unless given. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Origins besides the server's own that may call from a browser, such as `https://docs.example.org`. */
  readonly origins?: readonly string[] | undefined;
  /** Its pages win over our own, and never over an endpoint. */
  readonly site?: SiteOptions | undefined;
  /** Folder of the panel's bundle, for `/widget/…`. */
  readonly widgetFolder?: string | undefined;
  /** Name of the site in the question page. */
  readonly title?: string | undefined;
  /** Longest time one answer may take; 90,000 unless given. */
  readonly deadlineMs?: number | undefined;
  /** Pause after which a silent stream says that it is alive; 10,000 unless given. */
  readonly heartbeatMs?: number | undefined;
  /** 98,304 unless given; endpoints whose requests carry more have limits of their own. */
  readonly maxBodyBytes?: number | undefined;
  /** Answers under way at once, in all; 512 unless given. */
  readonly maxRuns?: number | undefined;
  readonly rateLimits?: RateLimits | undefined;
  /** Values of `X-Ibid-Site-Key` that have a limit of their own, besides that of each client. */
  readonly siteKeys?: readonly string[] | undefined;
  /** Proxies in front of the server that add to `X-Forwarded-For`; 0 unless given. */
  readonly trustedProxies?: number | undefined;
  /** A registry of its own unless given. */
  readonly metrics?: Metrics | undefined;
  /** Says that the server is not ready any more, while questions are still answered, so that nobody sends it new ones. */
  readonly draining?: AbortSignal | undefined;
  /** Ends every run with `CLOSED` and refuses new ones. */
  readonly shutdown?: AbortSignal | undefined;
  readonly report?: ((report: RequestReport) => void) | undefined;
  /** Puts the text of questions into reports. */
  readonly logQuestions?: boolean | undefined;
}
