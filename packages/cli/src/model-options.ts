import { IbidError } from '@ibid/core';
import { MODEL_PROVIDERS } from '@ibid/drivers/models/presets';
import { parseModelName, type ModelOptions } from '@ibid/drivers/models/resolve-model';
import type { Settings } from './config.ts';

/** What switches a configured model off for one call. */
const NO_MODEL = 'none';

/** What clients are shown of the agent's settings, and what without a model would not be so. */
const OF_MODELS = ['maxTokens', 'systemPrompt', 'retrievalEnabled'] as const;

/** A model of the settings with the key from the environment, and its name as the price table knows it. */
export type ChosenModel = ModelOptions & { readonly model: string; readonly keyVariable: string };

/** The preferred model first; `undefined` where none is to be asked. Throws `INVALID_CONFIG` for a name that cannot be read, and for settings of a model where none is named. */
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
    // A provider's key is nobody else's business, whatever address stands in a file that was copied from somewhere.
    const isElsewhere = isHosted && URL.parse(baseUrl)?.origin !== URL.parse(usual!)?.origin;
    const keyVariable = isElsewhere ? MODEL_PROVIDERS.custom.keyVariable : usualKey;
    return { ...options, model, keyVariable, apiKey: secret(keyVariable) };
  };
  const { baseUrl, quirks } = section;
  const first = choose({ name, baseUrl, quirks }, '`model.baseUrl`, or `IBID_MODEL_URL` in the environment');
  return cheaper === undefined ? [first] : [first, choose(cheaper, '`model.cheaper.baseUrl`')];
}
