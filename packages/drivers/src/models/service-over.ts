import type { Model } from '@openai/agents';
import { loadAgents } from './load-agents.ts';
import type { ModelService } from './model-service.ts';
import type { ResolvedModel } from './resolve-model.ts';

export interface ServiceConnection {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Deadlines are kept by who calls. */
const LONGEST_MS = 600_000;

const silent = (): void => undefined;

/** The service behind a connection, through the clients of the agents library. */
export function serviceOver(model: ResolvedModel, { fetch: request, close }: ServiceConnection): ModelService {
  let opened: Promise<Model> | undefined;

  async function open(): Promise<Model> {
    const [agents, { OpenAI }] = await Promise.all([loadAgents(), import('openai')]);
    // What is left out here is looked for in the environment. The key is put in by the connection.
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

  const whenOpen = (): Promise<Model> => (opened ??= open());
  return {
    model,
    fetch: request,
    close,
    async ready() {
      await whenOpen();
    },
    async *stream(call) {
      yield* (await whenOpen()).getStreamedResponse(call);
    },
  };
}
