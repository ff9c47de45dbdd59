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

/** One line of the request log. Contains no text of a question, page or answer unless `logQuestions` is set. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** Route pattern that matched, such as `/api/agent/session/{session_id}`; `''` if none did. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Failure code, if the request failed. */
  readonly code?: string | undefined;
  /** Value that was thrown. For the owner only; never sent to the client. */
  readonly cause?: unknown;
  /** True if the reply ended in its middle, after its status had been sent. */
  readonly brokenOff?: boolean | undefined;
  /** Outcome of the question, if the request asked one. */
  readonly outcome?: string | undefined;
  /** Reason why the answer quotes the pages instead of using a model's wording. */
  readonly fallback?: ModelFault | undefined;
  /** Time until the passages were found. */
  readonly retrievalMilliseconds?: number | undefined;
  readonly question?:
    | {
        readonly characters: number;
        /** Hash of the text, keyed per process: equal questions have equal hashes while it runs, and the text cannot be looked up from it. */
        readonly hash: string;
        /** Only with `logQuestions`. */
        readonly text?: string | undefined;
      }
    | undefined;
}

/** Settings for indexing over HTTP. */
export interface IngestOptions {
  readonly jobs: Jobs;
  /** Source that jobs read, as the owner configured it. Jobs accept no other. */
  readonly source: string;
}

/** A built site, served next to the API from the output folder of its generator. */
export interface SiteOptions {
  readonly folder: string;
  /** URL path of the site, with a slash at both ends; `/` for a site at the root. */
  readonly base: string;
  /** True to send a content security policy and related headers with its pages (default). Set `false` if a proxy sets them. */
  readonly headers?: boolean | undefined;
}

/** Requests that one client may send per minute, half of them in one burst. 0 = no limit. */
export interface RateLimits {
  /** Questions per address (IPv6: per /64). Default 60. */
  readonly perClient?: number | undefined;
  /** Other requests per address. Default 600. Health checks, and files and ready-made pages, each have ten times this limit. */
  readonly requests?: number | undefined;
  /** Questions per site key. Default 600. */
  readonly perSiteKey?: number | undefined;
  /** True to exempt clients on this machine; safe only if nobody else can reach the server. Default false. */
  readonly exemptLoopback?: boolean | undefined;
}

/** Settings of the agent that conversations record where the request has none, and its current state. */
export interface AgentOptions extends Partial<
  Pick<AgentSettings, 'modelName' | 'maxTokens' | 'systemPrompt' | 'retrievalEnabled'>
> {
  /** Returns true if at least one of its models can be called now. */
  readonly isReachable?: (() => boolean) | undefined;
  readonly spentToday?: ((options?: CallOptions) => Promise<SpentToday | undefined>) | undefined;
}

export interface AppOptions {
  readonly engine: Pick<Engine, 'ask' | 'find' | 'lookUp' | 'checkIndex' | 'embedderWorks' | 'page' | 'pages' | 'info'>;
  /** Returns a unique id for a request. */
  readonly newId: () => string;
  /** Clock in milliseconds, from any fixed point. */
  readonly now: () => number;
  readonly date: () => Date;
  /** Counts the o200k tokens of a text. */
  readonly countTokens: (text: string) => number;
  /** If absent, the conversation endpoints answer `UNSUPPORTED`. */
  readonly conversations?: Conversations | undefined;
  /** If absent, the feedback endpoint answers `UNSUPPORTED`. */
  readonly feedback?: (Pick<FeedbackStore, 'keep'> & Partial<Pick<FeedbackStore, 'list'>>) | undefined;
  /** The agent, if a model words the answers. */
  readonly agent?: AgentOptions | undefined;
  /** If absent, the indexing endpoints answer `UNSUPPORTED`. */
  readonly ingest?: IngestOptions | undefined;
  /** Commits a small write to the store of conversations, feedback, jobs and costs. If absent, health checks only read from it. */
  readonly checkWrites?: (() => Promise<void>) | undefined;
  /**
   * Returns the 32-byte key that hashes client addresses on `day` (such as `2026-11-22`). Servers that share a ledger must share it; if
   * absent, each process makes its own.
   */
  readonly clientKey?: ((day: string, options?: CallOptions) => Promise<Uint8Array>) | undefined;
  /** Bearer token of the owner. If absent, the owner's endpoints refuse every request. */
  readonly ownerToken?: string | undefined;
  /** Default: all dialects of the registry. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Other origins that may call from a browser, such as `https://docs.example.org`. */
  readonly origins?: readonly string[] | undefined;
  /** Site to serve. Its pages take precedence over the built-in pages, but not over endpoints. */
  readonly site?: SiteOptions | undefined;
  /** Folder of the panel's bundle, served as `/widget/…`. */
  readonly widgetFolder?: string | undefined;
  /** Site name shown on the question page. */
  readonly title?: string | undefined;
  /** Maximum duration of one answer, in milliseconds. Default 90,000. */
  readonly deadlineMs?: number | undefined;
  /** Milliseconds without output after which a stream sends a heartbeat. Default 10,000. */
  readonly heartbeatMs?: number | undefined;
  /** Maximum number of answers in progress at once, for all clients. Default 512. */
  readonly maxRuns?: number | undefined;
  readonly rateLimits?: RateLimits | undefined;
  /** Values of `X-Ibid-Site-Key` that have their own limit, in addition to that of each client. */
  readonly siteKeys?: readonly string[] | undefined;
  /** Number of proxies in front of the server that append to `X-Forwarded-For`. Default 0. */
  readonly trustedProxies?: number | undefined;
  /** Default: a new registry. */
  readonly metrics?: Metrics | undefined;
  /** Once aborted, `/ready` reports that the server is not ready, so that balancers stop sending requests. Questions are still answered. */
  readonly draining?: AbortSignal | undefined;
  /** Once aborted, every run ends with `CLOSED` and new ones are refused. */
  readonly shutdown?: AbortSignal | undefined;
  readonly report?: ((report: RequestReport) => void) | undefined;
  /** Includes the text of questions in reports. */
  readonly logQuestions?: boolean | undefined;
}
