/** The model that a browser may offer to pages, by the Prompt API: https://webmachinelearning.github.io/prompt-api/ */

interface Session {
  prompt(
    input: string,
    options: { readonly responseConstraint: object; readonly signal: AbortSignal },
  ): Promise<string>;
  clone(options: { readonly signal: AbortSignal }): Promise<Session>;
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

let session: Promise<Session> | undefined;

/** Starts the model with its instructions, once for the page, because it may take long to load. Never starts a download. */
function sessionWith(system: string): Promise<Session> {
  if (session === undefined) (session = start(system)).catch(() => (session = undefined));
  return session;
}

async function start(system: string): Promise<Session> {
  const model = languageModel();
  // `create` would download a model that is not on the device yet, or not any more.
  if (model === undefined || (await model.availability(LANGUAGES)) !== 'available') throw new TypeError('No model.');
  return model.create({ ...LANGUAGES, initialPrompts: [{ role: 'system', content: system }] });
}

/** Returns the model's reply to one prompt, in the form of `schema`. Rejects if no model is on the device or it fails. */
export async function askDevice(
  { system, input, schema }: { readonly system: string; readonly input: string; readonly schema: object },
  signal: AbortSignal,
): Promise<string> {
  const started = await sessionWith(system);
  signal.throwIfAborted();
  const own = await started.clone({ signal });
  try {
    return await own.prompt(input, { responseConstraint: schema, signal });
  } finally {
    own.destroy();
  }
}
