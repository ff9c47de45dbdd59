import type { SourceKind } from './detect-source.ts';
import type { EmbedderSettings } from './embedder-settings.ts';
import type { ModelSettings } from './model-settings.ts';
import type { QdrantSettings } from './qdrant-settings.ts';

/** What `ibid.config.ts` or `ibid.config.json` may say; options on the command line win. */
export interface IbidConfig {
  /** Index file, or address of a collection; `.ibid/index.db` unless given. With settings, a collection of a Qdrant. */
  readonly index?: string | QdrantSettings;
  /** Folder or web address that `ibid index` reads when none is named. */
  readonly source?: string;
  readonly sourceKind?: SourceKind;
  /** Address under which the site is published. */
  readonly siteUrl?: string;
  /** Language of Markdown pages, or the only one to index. */
  readonly locale?: string;
  /** Languages of a Docusaurus site whose configuration works them out when it runs. */
  readonly locales?: readonly string[];
  /** How passages are compared by meaning; that of the index unless given, `builtin` for a new one. Keys stand in the environment. */
  readonly embedder?: EmbedderSettings;
  /** Folder of the built site, which `ibid serve` shows beside the API. */
  readonly site?: string;
  /** Path below which the site is published, such as `/docs/`; read from a Docusaurus build unless given, else `/`. */
  readonly siteBase?: string;
  /** Name of the site as readers see it. */
  readonly title?: string;
  /** Without it no model is asked, and answers are quoted from the pages. */
  readonly model?: ModelSettings;
  readonly server?: {
    readonly port?: number;
    /** Address to listen at; `127.0.0.1` unless given. */
    readonly host?: string;
    /** Origins of sites whose pages may ask, such as `https://docs.example.org`. */
    readonly origins?: readonly string[];
    /** Connections at once from one address; 50 unless given, behind trusted proxies none; 0 = no cap. */
    readonly connectionsPerAddress?: number;
    /** Answers under way at once, in all; 512 unless given. */
    readonly answersAtOnce?: number;
    /** Questions a minute from one address; 60 unless given, 0 = any number. */
    readonly questionsPerMinute?: number;
    /** Other requests a minute from one address, ten times as many for files and health checks; 600 unless given, 0 = any number. */
    readonly requestsPerMinute?: number;
    /** Values of `X-Ibid-Site-Key` that have a limit of their own, for all their readers together. */
    readonly siteKeys?: readonly string[];
    /** Questions a minute under one site key; 600 unless given, 0 = any number. */
    readonly siteKeyQuestionsPerMinute?: number;
    /** Proxies in front of the server whose `X-Forwarded-For` is to be believed; 0 unless given. */
    readonly trustedProxies?: number;
    /** Sends a content security policy with the pages of `site`; on unless given. Turn it off where your proxy sends one. */
    readonly siteHeaders?: boolean;
    /** Folder of conversations, feedback and jobs; the index's own folder unless given. Not used with `IBID_STATE_URL`. */
    readonly state?: string;
    /** Seconds, 1 to 3,600, that a connection stays open between two requests; 65 behind trusted proxies, else 5, unless given. */
    readonly keepAliveSeconds?: number;
    /** Seconds, 0 to 300, that a server which was told to stop goes on taking questions while it says that it is not ready; 0 unless given. */
    readonly drainSeconds?: number;
    /** Seconds, 0 to 300, that answers under way may then take; 5 unless given. */
    readonly finishSeconds?: number;
    /** One line for each request: `json` on standard output unless that is a terminal. */
    readonly log?: 'off' | 'text' | 'json';
    /** Puts the text of questions into the log; off unless given. */
    readonly logQuestions?: boolean;
    /** Keeps the question with what a reader thinks of its answer, in the clear; off unless given. */
    readonly feedbackQuestions?: boolean;
  };
}

export const LOG_FORMATS = ['off', 'text', 'json'] as const;

/** Types a configuration file; returns it unchanged. */
export function defineConfig(config: IbidConfig): IbidConfig {
  return config;
}
export type LogFormat = (typeof LOG_FORMATS)[number];
