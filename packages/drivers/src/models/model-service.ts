import type { Model, ModelRequest, StreamEvent } from '@openai/agents';
import { Agent as Connections } from 'undici';
import { loadAgents } from './load-agents.ts';
import { modelFetch } from './model-fetch.ts';
import type { ResolvedModel } from './resolve-model.ts';

/** One model behind its own connections. Nothing is retried, and no deadline is kept here. */
export interface ModelService {
  readonly model: ResolvedModel;
  /** The service's own events and the library's; aborting closes the connection. */
  stream(request: ModelRequest): AsyncIterable<StreamEvent>;
  /** For what goes beyond answering, such as `models`; paths begin with a slash. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Deadlines are kept by who calls, not here. */
const NEVER = 0;
const LONGEST_MS = 600_000;

export function modelService(model: ResolvedModel): ModelService {
  const dispatcher = new Connections({
    connect: { timeout: CONNECT_MS },
    headersTimeout: NEVER,
    bodyTimeout: NEVER,
  });
  const request = modelFetch({ model, dispatcher });
  let opened: Promise<Model> | undefined;

  async function open(): Promise<Model> {
    const [agents, { OpenAI }] = await Promise.all([loadAgents(), import('openai')]);
    const silent = (): void => undefined;
    // What is left out here is looked for in the environment. The key is put in by `modelFetch`.
    const client = new OpenAI({
      apiKey: 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      baseURL: model.baseUrl,
      maxRetries: 0,
      timeout: LONGEST_MS,
      logLevel: 'off',
      logger: { error: silent, warn: silent, info: silent, debug: silent },
      fetch: request,
    });
    return model.api === 'chat'
      ? new agents.OpenAIChatCompletionsModel(client, model.model)
      : new agents.OpenAIResponsesModel(client, model.model);
  }

  return {
    model,
    fetch: request,
    async *stream(call) {
      opened ??= open();
      yield* (await opened).getStreamedResponse(call);
    },
    close: () => dispatcher.destroy(),
  };
}
