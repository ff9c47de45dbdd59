import { IbidError } from '@ibid/core';
import type { ModelOptions } from './model-options.ts';
import { parseModelName } from './parse-model-name.ts';
import { MODEL_PROVIDERS, type ModelProviderName, type ModelQuirks } from './presets.ts';

/** A model with everything that its calls need. */
export interface ResolvedModel {
  /** `provider/model`; for messages, metrics and breakers. */
  readonly id: string;
  readonly provider: ModelProviderName;
  /** As the service and the price table know it. */
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly keyVariable: string;
  readonly api: 'chat' | 'responses';
  readonly quirks: ModelQuirks;
}

/** Throws `INVALID_CONFIG` that says which value is missing or wrong. No message holds a key. */
export function resolveModel(options: ModelOptions): ResolvedModel {
  const { provider, model } = parseModelName(options.name);
  const preset = MODEL_PROVIDERS[provider];
  const apiKey = options.apiKey?.trim();
  if (preset.needsKey && (apiKey === undefined || apiKey === '')) {
    throw new IbidError('INVALID_CONFIG', `\`${provider}\` needs a key. Put it into \`${preset.keyVariable}\`.`);
  }
  if (apiKey !== undefined && !/^[!-~]*$/u.test(apiKey)) {
    throw new IbidError(
      'INVALID_CONFIG',
      `The key for \`${provider}\` holds a blank or a character that no key has. Copy it again.`,
    );
  }
  const api = options.api ?? 'chat';
  if (api === 'responses' && !preset.responses) {
    throw new IbidError('INVALID_CONFIG', `\`${provider}\` has no Responses API. Use \`chat\`.`);
  }
  const own = preset.exceptions.find(({ models }) => models.test(model))?.quirks;
  return {
    id: `${provider}/${model}`,
    provider,
    model,
    baseUrl: checkedUrl(options.baseUrl ?? preset.baseUrl, provider),
    apiKey: apiKey === '' ? undefined : apiKey,
    keyVariable: preset.keyVariable,
    api,
    quirks: { ...preset.quirks, ...own, ...options.quirks },
  };
}

function checkedUrl(text: string | undefined, provider: string): string {
  if (text === undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${provider}\` has no address of its own. Give the base URL of the service.`,
    );
  }
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new IbidError(
      'INVALID_CONFIG',
      `The base URL for \`${provider}\` must look like \`https://host/v1\`, without user name, query and hash.`,
    );
  }
  return url.href.replace(/\/+$/u, '');
}
