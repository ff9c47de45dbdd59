import { IbidError } from '@ibid/core';
import { MODEL_PROVIDERS } from '@ibid/drivers/models/presets';
import { parseModelName, type ModelOptions } from '@ibid/drivers/models/resolve-model';
import type { Settings } from './config.ts';

/** Value of `--model` that disables a configured model for one call. */
const NO_MODEL = 'none';

/** Settings that clients can read and that would be untrue without a model. */
const OF_MODELS = ['maxTokens', 'systemPrompt', 'retrievalEnabled'] as const;

/** A configured model with its key from the environment and its name in the price table. */
export type ChosenModel = ModelOptions & { readonly model: string; readonly keyVariable: string };

/** Models to call, preferred first; `undefined` for none. Throws `INVALID_CONFIG` for an invalid name, or for settings without a name. */
export function modelsOf({
  model: section,
  secret,
}: Pick<Settings, 'model' | 'secret'>): readonly [ChosenModel, ...ChosenModel[]] | undefined {
  const { name, cheaper } = section ?? {};
  const idle = OF_MODELS.find((key) => section?.[key] !== undefined);
  if (name === undefined && idle !== undefined) {
    throw new IbidError(
      'INVALID_CONFIG',
      `\`model.${idle}\` is set, but no model is configured. Name one with \`model.name\` or \`IBID_MODEL\`, or leave the setting out.`,
    );
  }
  if (section === undefined || name === undefined || name.trim() === NO_MODEL) return undefined;
  const choose = (options: Omit<ModelOptions, 'apiKey'>, addressPlaces: string): ChosenModel => {
    const { provider, model } = parseModelName(options.name);
    const { baseUrl: usual, isHosted, keyVariable: usualKey } = MODEL_PROVIDERS[provider];
    const baseUrl = options.baseUrl ?? usual;
    if (baseUrl === undefined) {
      throw new IbidError(
        'INVALID_CONFIG',
        `\`${options.name}\` needs the address of its service, such as \`http://127.0.0.1:9000/v1\`. Write it into ${addressPlaces}.`,
      );
    }
    // Never send a provider's key to another host, whatever address a copied configuration file contains.
    const isElsewhere = isHosted && URL.parse(baseUrl)?.origin !== URL.parse(usual!)?.origin;
    const keyVariable = isElsewhere ? MODEL_PROVIDERS.custom.keyVariable : usualKey;
    return { ...options, model, keyVariable, apiKey: secret(keyVariable) };
  };
  const { baseUrl, quirks } = section;
  const first = choose({ name, baseUrl, quirks }, '`model.baseUrl`, or `IBID_MODEL_URL` in the environment');
  return cheaper === undefined ? [first] : [first, choose(cheaper, '`model.cheaper.baseUrl`')];
}
