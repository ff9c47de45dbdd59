import type { ModelQuirks } from '@ibid/drivers/models/presets';
import type { QdrantOptions } from '@ibid/drivers/stores/qdrant/options';
import type { SourceKind } from './detect-source.ts';

export const LOG_FORMATS = ['off', 'text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const EMBEDDER_NAMES = ['builtin', 'hash', 'cohere', 'openai', 'gemini', 'ollama', 'local'] as const;
export type EmbedderName = (typeof EMBEDDER_NAMES)[number];

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
    readonly log?: LogFormat;
    /** Puts the text of questions into the log; off unless given. */
    readonly logQuestions?: boolean;
    /** Keeps the question with what a reader thinks of its answer, in the clear; off unless given. */
    readonly feedbackQuestions?: boolean;
  };
}

/** Types a configuration file; returns it unchanged. */
export function defineConfig(config: IbidConfig): IbidConfig {
  return config;
}

/** `index` of a configuration file where it is a collection of a Qdrant. The key stands in `QDRANT_API_KEY` only. */
export type QdrantSettings = Omit<QdrantOptions, 'apiKey'>;

/** `embedder` of a configuration file: a name, or a name with settings. Keys stand in the environment only. */
export type EmbedderSettings = EmbedderName | EmbedderConfig;

export type EmbedderConfig =
  | { readonly name: 'builtin' | 'hash' }
  | ({ readonly name: 'cohere' | 'gemini' } & HostedSettings)
  | ({
      readonly name: 'openai';
      /** How vectors travel; `base64` from OpenAI itself, `float` from others unless given. */
      readonly encoding?: 'base64' | 'float';
    } & HostedSettings &
      PrefixSettings)
  | ({
      readonly name: 'ollama';
      /** How long the model stays loaded, such as `30m`. */
      readonly keepAlive?: string;
    } & HostedSettings &
      PrefixSettings)
  | ({ readonly name: 'local' } & LocalSettings & PrefixSettings);

interface HostedSettings {
  /** As the service knows it; each service has a usual one. */
  readonly model?: string;
  /** Numbers in a vector, where the model offers several. */
  readonly dimensions?: number;
  /** Address of the service, where it is not the provider's own. */
  readonly baseUrl?: string;
  /** Stands for the address in the identity of the index, so that the same model can move. */
  readonly service?: string;
  /** Most texts of one request, 1 to 96. */
  readonly maxBatch?: number;
  /** Milliseconds for one question; 5,000 unless given. */
  readonly questionTimeout?: number;
  /** Milliseconds for one request while indexing; 60,000 unless given. */
  readonly documentTimeout?: number;
}

interface PrefixSettings {
  /** What the model wants to read before a passage or a question; known for common models. */
  readonly documentPrefix?: string;
  readonly queryPrefix?: string;
}

interface LocalSettings {
  /** One that `ibid models` knows, or `owner/name` on the Hugging Face hub; `all-MiniLM-L6-v2` unless given. With `folder`, any name. */
  readonly model?: string;
  /** Where the model's own files lie, for one that is not in the cache of models. */
  readonly folder?: string;
  /** How the vectors of a text's tokens become one; known for common models. */
  readonly pooling?: 'mean' | 'cls';
  /** Which of the files in `folder`: `fp32`, `q8` and so on; `q8` unless given. */
  readonly precision?: string;
}

/** The `model` section of a configuration file. Without it, and without `IBID_MODEL`, no model is asked. */
export interface ModelSettings {
  /** `provider/model`, such as `mistral/mistral-small-latest`; the provider's usual model where only the provider is named. */
  readonly name?: string;
  /** Address of the API, where it is not the provider's usual one. */
  readonly baseUrl?: string;
  /** What the service takes, where it is not what its provider usually takes. */
  readonly quirks?: Partial<ModelQuirks>;
  /** Asked when the first one fails, or when a cap leaves too little for it. */
  readonly cheaper?: {
    readonly name: string;
    readonly baseUrl?: string;
    readonly quirks?: Partial<ModelQuirks>;
  };
  /** How freely answers of conversations are worded where a request does not say, 0 to 1; 0.5 unless given. All other answers have 0. */
  readonly temperature?: number;
  /** Most tokens of one answer; 1,500 unless given. */
  readonly maxTokens?: number;
  /** What the model is told besides our own rules, such as the tone; it cannot loosen them. At most 4,000 characters, and no secret: clients can read it. */
  readonly systemPrompt?: string;
  /** Whether the model may search further by itself; yes unless given. */
  readonly retrievalEnabled?: boolean;
  /** Most turns of a conversation where a request does not say, 1 to 50; 10 unless given. */
  readonly maxTurns?: number;
  /** Least similarity of passages in conversations where a request does not say, 0 to 1; 0.5 unless given. */
  readonly scoreThreshold?: number;
  /** Passages for each question of a conversation where a request does not say, 1 to 10; 5 unless given. */
  readonly topK?: number;
  /** Whether the model also makes follow-up questions complete; yes unless given. */
  readonly rewriteFollowUps?: boolean;
  /** What may be spent; 2,000,000 tokens a day unless given. */
  readonly caps?: {
    /** All together, each UTC day. */
    readonly perDay?: CapSettings;
    /** One conversation. */
    readonly perSession?: CapSettings;
    /** One reader's address, each UTC day. */
    readonly perClient?: CapSettings;
    /** One site key, each UTC day. */
    readonly perSiteKey?: CapSettings;
  };
  readonly prices?: {
    /** ISO 4217, such as `USD`. */
    readonly currency: string;
    /** By the model's name without its provider; in the currency per million tokens. */
    readonly models: Readonly<Record<string, PriceSettings>>;
  };
  /** In milliseconds, 100 to 80,000: an answer has 90 s in all. */
  readonly deadlines?: {
    /** Until the first words; 15,000 unless given. */
    readonly firstTokenMs?: number;
    /** Between words; 20,000 unless given. */
    readonly idleMs?: number;
    /** In all; 60,000 unless given. */
    readonly totalMs?: number;
  };
}

interface CapSettings {
  readonly tokens?: number;
  /** In the currency of `prices`. */
  readonly cost?: number;
}

interface PriceSettings {
  readonly input: number;
  readonly output: number;
  /** Of input that the service had cached; as `input` unless given. */
  readonly cachedInput?: number;
}
