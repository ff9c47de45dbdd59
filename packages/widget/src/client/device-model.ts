/** The model that a browser may offer to pages, by the Prompt API: https://webmachinelearning.github.io/prompt-api/ */

interface Session {
  prompt(
    input: string,
    options: { readonly responseConstraint: object; readonly signal: AbortSignal },
  ): Promise<string>;
  destroy(): void;
}

interface LanguageModel {
  availability(options: object): Promise<string>;
  create(options: object): Promise<Session>;
}

/** The replies are JSON without words of any language. */
const LANGUAGES = { expectedOutputs: [{ type: 'text', languages: ['en'] }] };

function languageModel(): LanguageModel | undefined {
  return (globalThis as { readonly LanguageModel?: LanguageModel }).LanguageModel;
}

/** Questions wait for what the browser says of its model. */
const STATE_MS = 1_000;

/** True if a model is on the device already: this never starts a download. */
export async function hasDeviceModel(): Promise<boolean> {
  const model = languageModel();
  if (model === undefined) return false;
  const late = new Promise((resolve) => setTimeout(resolve, STATE_MS));
  const state = await Promise.race([model.availability(LANGUAGES).catch(() => ''), late]);
  return state === 'available';
}

/** Returns the model's reply to one prompt, in the form of `schema`. Rejects if there is no model or it fails. */
export async function askDevice(
  { system, input, schema }: { readonly system: string; readonly input: string; readonly schema: object },
  signal: AbortSignal,
): Promise<string> {
  const model = languageModel();
  if (model === undefined) throw new TypeError('This browser has no model.');
  const initialPrompts = [{ role: 'system', content: system }];
  const session = await model.create({ ...LANGUAGES, initialPrompts, signal });
  try {
    return await session.prompt(input, { responseConstraint: schema, signal });
  } finally {
    session.destroy();
  }
}
