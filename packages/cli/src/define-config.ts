import type { PriceTable, SpendingCaps } from '@ibid/core/types';
import type { HostedOptions } from '@ibid/drivers/embedders/hosted';
import type { LocalEmbedderOptions } from '@ibid/drivers/embedders/local';
import type { OllamaEmbedderOptions } from '@ibid/drivers/embedders/ollama';
import type { OpenaiEmbedderOptions } from '@ibid/drivers/embedders/openai';
import type { ModelDeadlines } from '@ibid/drivers/models/call-model';
import type { ModelQuirks } from '@ibid/drivers/models/presets';
import type { QdrantOptions } from '@ibid/drivers/stores/qdrant/options';

export const SOURCE_KINDS = ['markdown', 'html', 'site'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const LOG_FORMATS = ['off', 'text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const EMBEDDER_NAMES = ['builtin', 'cohere', 'openai', 'gemini', 'ollama', 'local'] as const;
export type EmbedderName = (typeof EMBEDDER_NAMES)[number];

/** Settings in `ibid.config.ts` or `ibid.config.json`. Command line options take precedence. */
export interface IbidConfig {
  /** Index file, or address of a collection; default `.ibid/index.db`. An object describes a Qdrant collection. */
  readonly index?: string | QdrantSettings;
  /** Folder or web address that `ibid index` reads if none is named. */
  readonly source?: string;
  readonly sourceKind?: SourceKind;
  /** Address under which the site is published. */
  readonly siteUrl?: string;
  /** Language of Markdown pages, or the only language to index. */
  readonly locale?: string;
  /** Languages of a Docusaurus site whose configuration computes them at run time. */
  readonly locales?: readonly string[];
  /** Patterns of paths of pages that `ibid index` leaves out, such as `/blog/**`. */
  readonly exclude?: readonly string[];
  /** Embedder that compares passages by meaning; default that of the index, `builtin` for a new index. Keys go in the environment. */
  readonly embedder?: EmbedderSettings;
  /** Folder of the built site, which `ibid serve` serves together with the API. */
  readonly site?: string;
  /** Path under which the site is published, such as `/docs/`; default from a Docusaurus build, else `/`. */
  readonly siteBase?: string;
  /** Name of the site as readers see it. */
  readonly title?: string;
  /** Without it no model is called, and answers are quoted from the pages. */
  readonly model?: ModelSettings;
  readonly server?: {
    readonly port?: number;
    /** Address to listen on; default `127.0.0.1`. */
    readonly host?: string;
    /** Origins of sites whose pages may ask, such as `https://docs.example.org`. */
    readonly origins?: readonly string[];
    /** Maximum number of open connections from one address; default 50, or no limit behind trusted proxies; 0 = no limit. */
    readonly connectionsPerAddress?: number;
    /** Maximum number of answers in progress at once, in total; default 512. */
    readonly answersAtOnce?: number;
    /** Questions per minute from one address; default 60, 0 = no limit. */
    readonly questionsPerMinute?: number;
    /** Other requests per minute from one address, ten times this for files and health checks; default 600, 0 = no limit. */
    readonly requestsPerMinute?: number;
    /** Values of `X-Ibid-Site-Key` with a separate limit, shared by all readers of that site. */
    readonly siteKeys?: readonly string[];
    /** Questions per minute for one site key; default 600, 0 = no limit. */
    readonly siteKeyQuestionsPerMinute?: number;
    /** Number of proxies in front of the server whose `X-Forwarded-For` is trusted; default 0. */
    readonly trustedProxies?: number;
    /** Sends a content security policy with the pages of `site`; default on. Turn it off if your proxy sends one. */
    readonly siteHeaders?: boolean;
    /** Folder for conversations, feedback and jobs; default the folder of the index. Not used with `IBID_STATE_URL`. */
    readonly state?: string;
    /** Seconds, 1 to 3,600, that a connection stays open between two requests; default 65 behind trusted proxies, else 5. */
    readonly keepAliveSeconds?: number;
    /** Seconds, 0 to 300, during which a stopping server reports that it is not ready but still accepts questions; default 0. */
    readonly drainSeconds?: number;
    /** Seconds, 0 to 300, that answers in progress may then take; default 5. */
    readonly finishSeconds?: number;
    /** Request log, one line per request; default `json` on standard output, off if that is a terminal. */
    readonly log?: LogFormat;
    /** Writes the text of questions to the log; default off. */
    readonly logQuestions?: boolean;
    /** Stores the question in plain text with a reader's feedback on its answer; default off. */
    readonly feedbackQuestions?: boolean;
  };
}

/** Gives a configuration file its type; returns `config` unchanged. */
export function defineConfig(config: IbidConfig): IbidConfig {
  return config;
}

/** `index` of a configuration file as a Qdrant collection. The key is read only from `QDRANT_API_KEY`. */
export type QdrantSettings = Omit<QdrantOptions, 'apiKey'>;

/** `embedder` of a configuration file: a name, or a name with settings. Keys are read only from the environment. */
export type EmbedderSettings = EmbedderName | EmbedderConfig;

export type EmbedderConfig =
  | { readonly name: 'builtin' }
  | ({ readonly name: 'cohere' | 'gemini' } & HostedSettings)
  | ({ readonly name: 'openai' } & HostedSettings & Pick<OpenaiEmbedderOptions, 'encoding' | Prefixes>)
  | ({ readonly name: 'ollama' } & HostedSettings & Pick<OllamaEmbedderOptions, 'keepAlive' | Prefixes>)
  | ({ readonly name: 'local' } & Partial<Pick<LocalEmbedderOptions, LocalNames | Prefixes>>);

type Prefixes = 'documentPrefix' | 'queryPrefix';
type LocalNames = 'model' | 'folder' | 'pooling' | 'precision';

interface HostedSettings extends Pick<HostedOptions, 'model' | 'dimensions' | 'baseUrl' | 'service' | 'maxBatch'> {
  /** Milliseconds for one question; default 5,000. */
  readonly questionTimeout?: number;
  /** Milliseconds for one request while indexing; default 60,000. */
  readonly documentTimeout?: number;
}

/** The `model` section of a configuration file. Without it and without `IBID_MODEL`, no model is called. */
export interface ModelSettings extends Partial<NamedModel> {
  /** Called when the first model fails, or when a cap leaves too little for it. */
  readonly cheaper?: NamedModel;
  /** Temperature for conversations if a request does not set it, 0 to 1; default 0.5. All other answers use 0. */
  readonly temperature?: number;
  /** Maximum tokens of one answer; default 1,500. */
  readonly maxTokens?: number;
  /** Instructions added to the built-in rules, such as the tone; cannot loosen them. At most 4,000 characters. No secrets: clients can read it. */
  readonly systemPrompt?: string;
  /** Allows the model to search further by itself; default true. */
  readonly retrievalEnabled?: boolean;
  /** Maximum turns of a conversation if a request does not set it, 1 to 50; default 10. */
  readonly maxTurns?: number;
  /** Minimum similarity of passages in conversations if a request does not set it, 0 to 1; default 0.5. */
  readonly scoreThreshold?: number;
  /** Passages per question of a conversation if a request does not set it, 1 to 10; default 5. */
  readonly topK?: number;
  /** Also uses the model to rewrite follow-up questions as complete questions; default true. */
  readonly rewriteFollowUps?: boolean;
  /** Spending limits; default 2,000,000 tokens a day. */
  readonly caps?: SpendingCaps;
  /** By model name without the provider. */
  readonly prices?: PriceTable;
  /** In milliseconds, 100 to 80,000: an answer has 90 s in total. Default 15,000 to the first words, 20,000 between words, 60,000 in total. */
  readonly deadlines?: Partial<ModelDeadlines>;
}

interface NamedModel {
  /** `provider/model`, such as `mistral/mistral-small-latest`; a provider alone means its default model. */
  readonly name: string;
  /** Address of the API, if it is not the provider's default. */
  readonly baseUrl?: string;
  /** Request features of the service that differ from its provider's defaults. */
  readonly quirks?: Partial<ModelQuirks>;
}
