import { IbidError } from '@ibid/core';
import { MODEL_PROVIDERS, type ModelProvider, type ModelProviderName } from './presets.ts';

export interface ModelName {
  readonly provider: ModelProviderName;
  /** As the service knows it; it may hold slashes and colons. */
  readonly model: string;
}

/**
 * Reads `provider/model`, such as `gemini/gemini-2.0-flash` or `openrouter/meta-llama/llama-3.3-70b-instruct`; `provider` alone where it has a
 * default model; or a model's name alone where it says whose it is. Throws `INVALID_CONFIG` for anything else.
 */
export function parseModelName(text: string): ModelName {
  const name = text.trim();
  const slash = name.indexOf('/');
  const first = slash < 0 ? name : name.slice(0, slash);
  if (isProvider(first)) {
    const model = slash < 0 ? MODEL_PROVIDERS[first].defaultModel : name.slice(slash + 1).trim();
    if (model !== undefined && model !== '') return { provider: first, model };
    throw new IbidError(
      'INVALID_CONFIG',
      `\`${name}\` names no model. Give one after a slash, as in \`${first}/<model>\`.`,
    );
  }
  const owner = providers().find(([, { models }]) => models?.test(name) === true)?.[0];
  if (owner !== undefined) return { provider: owner, model: name };
  const known = providers().map(([provider]) => `\`${provider}\``);
  throw new IbidError(
    'INVALID_CONFIG',
    `\`${name}\` does not say which service has the model. Write \`provider/model\`, with one of ${known.join(', ')}.`,
  );
}

function isProvider(name: string): name is ModelProviderName {
  return Object.hasOwn(MODEL_PROVIDERS, name);
}

function providers(): readonly (readonly [ModelProviderName, ModelProvider])[] {
  return Object.entries(MODEL_PROVIDERS) as [ModelProviderName, ModelProvider][];
}
