import { invalidConfig } from '@ibid/core';
import type { ServiceTarget } from '../services/service-error.ts';
import { checkedBaseUrl, checkedKey } from '../services/service-fetch.ts';
import { MODEL_PROVIDERS, THINKING, type ModelProvider, type ModelProviderName, type ModelQuirks } from './presets.ts';

export interface ModelOptions {
  /** `provider/model`, see `parseModelName`. */
  readonly name: string;
  readonly apiKey?: string | undefined;
  /** Name of the setting for the key, for messages. Default: the provider's usual variable. */
  readonly keyVariable?: string | undefined;
  /** `http:` or `https:`, without a user name. Default: the provider's own. */
  readonly baseUrl?: string | undefined;
  /** Corrections to the presets, set by the owner. */
  readonly quirks?: Partial<ModelQuirks> | undefined;
}

/** A model with everything needed to call it; `label` is `provider/model`. */
export interface ResolvedModel extends ServiceTarget {
  readonly provider: ModelProviderName;
  readonly hasKey: boolean;
  readonly quirks: ModelQuirks;
}

export interface ModelName {
  readonly provider: ModelProviderName;
  /** Name that the service uses; may contain slashes and colons. */
  readonly model: string;
}

/** More than any answer needs; limits the memory for an endless line in a stream. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Throws `INVALID_CONFIG` naming the value that is missing or wrong. Messages never contain the key. */
export function resolveModel(options: ModelOptions): ResolvedModel {
  const { provider, model } = parseModelName(options.name);
  const { title, isHosted, thinking, quirks, ...preset }: ModelProvider = MODEL_PROVIDERS[provider];
  const { keyVariable: keyName = preset.keyVariable } = options;
  const apiKey = checkedKey(options.apiKey, `for \`${provider}\``);
  if (isHosted && keyName === preset.keyVariable && apiKey === '') {
    throw invalidConfig(`\`${provider}\` needs a key. Put it into \`${keyName}\`.`);
  }
  const { baseUrl = preset.baseUrl } = options;
  if (baseUrl === undefined) {
    throw invalidConfig(`\`${provider}\` has no address of its own. Give the base URL of the service.`);
  }
  const isLocal = !isHosted && provider !== 'custom';
  return {
    label: `${provider}/${model}`,
    provider,
    model,
    baseUrl: checkedBaseUrl(baseUrl, `The base URL for \`${provider}\``),
    hasKey: apiKey !== '',
    headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` },
    keyName,
    maxBytes: MAX_BYTES,
    quirks: { ...quirks, ...(thinking?.test(model) === true ? THINKING : {}), ...options.quirks },
    advice: {
      missing: 'Check both; `ibid doctor --model` lists what the service offers.',
      tooLong: 'The request is too long for this model.',
      silent: isLocal ? `Start ${title}, or give the base URL where it runs.` : 'Check the base URL and the network.',
      refused:
        'It does not understand the request; check the model, and set in `model.quirks` of `ibid.config.json` to false what it does not take.',
    },
  };
}

/**
 * Parses `provider/model`, such as `mistral/mistral-small-latest` or `openrouter/meta-llama/llama-3.3-70b-instruct`; `provider` alone if it has
 * a default model; or a model name alone if it implies its provider. Throws `INVALID_CONFIG` for anything else.
 */
export function parseModelName(text: string): ModelName {
  const name = text.trim();
  const slash = name.indexOf('/');
  const first = slash < 0 ? name : name.slice(0, slash);
  if (isProvider(first)) {
    const model = slash < 0 ? MODEL_PROVIDERS[first].defaultModel : name.slice(slash + 1).trim();
    if (model !== undefined && model !== '') return { provider: first, model };
    throw invalidConfig(`\`${name}\` names no model. Give one after a slash, as in \`${first}/<model>\`.`);
  }
  const names = Object.keys(MODEL_PROVIDERS) as ModelProviderName[];
  const owner = names.find((provider) => MODEL_PROVIDERS[provider].models?.test(name) === true);
  if (owner !== undefined) return { provider: owner, model: name };
  throw invalidConfig(
    `\`${name}\` does not say which service has the model. Write \`provider/model\`, with one of ${names.map((each) => `\`${each}\``).join(', ')}.`,
  );
}

function isProvider(name: string): name is ModelProviderName {
  return Object.hasOwn(MODEL_PROVIDERS, name);
}
