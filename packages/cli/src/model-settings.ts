import type { ModelQuirks } from '@ibid/drivers/models/presets';

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
