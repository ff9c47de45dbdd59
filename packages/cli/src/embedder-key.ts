import type { Settings } from './config.ts';
import type { EmbedderConfig } from './embedder-settings.ts';

/** Counts for every embedder, and is the only one that is sent to an address other than the provider's own. */
const ANY = 'IBID_EMBEDDER_KEY';

const PROVIDERS: Readonly<
  Partial<Record<EmbedderConfig['name'], { readonly origin: string; readonly keys: readonly string[] }>>
> = {
  cohere: { origin: 'https://api.cohere.com', keys: ['COHERE_API_KEY'] },
  openai: { origin: 'https://api.openai.com', keys: ['OPENAI_API_KEY'] },
  gemini: { origin: 'https://generativelanguage.googleapis.com', keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] },
};

/** All variables that a key of an embedder can stand in. */
export const EMBEDDER_KEYS: readonly string[] = [ANY, ...Object.values(PROVIDERS).flatMap(({ keys }) => keys)];

/** The key and where it comes from, or should. */
export function embedderKey(
  config: EmbedderConfig,
  secret: Settings['secret'],
): { readonly apiKey: string | undefined; readonly keyName: string } {
  const provider = PROVIDERS[config.name];
  const baseUrl = 'baseUrl' in config ? config.baseUrl : undefined;
  const isOwn = baseUrl === undefined || URL.parse(baseUrl)?.origin === provider?.origin;
  // A provider's key is nobody else's business, whatever address stands in a file that was copied from somewhere.
  const names = isOwn ? [ANY, ...(provider?.keys ?? [])] : [ANY];
  const found = names.find((name) => secret(name) !== undefined);
  const [, usual = ANY] = names;
  return { apiKey: found === undefined ? undefined : secret(found), keyName: found ?? usual };
}
