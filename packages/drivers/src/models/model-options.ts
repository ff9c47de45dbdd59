import type { ModelQuirks } from './presets.ts';

export interface ModelOptions {
  /** `provider/model`, see `parseModelName`. */
  readonly name: string;
  readonly apiKey?: string | undefined;
  /** The provider's own unless given; `http:` or `https:`, without a user name. */
  readonly baseUrl?: string | undefined;
  /** `chat` unless given. */
  readonly api?: 'chat' | 'responses' | undefined;
  /** What the owner knows better than the presets. */
  readonly quirks?: Partial<ModelQuirks> | undefined;
}
