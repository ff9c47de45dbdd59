import type { ModelRequest, StreamEvent } from '@openai/agents';
import { Agent as Connections } from 'undici';
import { modelFetch } from './model-fetch.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { serviceOver } from './service-over.ts';

/** One model behind its own connections. Nothing is retried, and no deadline is kept here. */
export interface ModelService {
  readonly model: ResolvedModel;
  /** Loads what calls need, once: the first call would else spend its time on it. */
  ready(): Promise<void>;
  /** The service's own events and the library's; aborting closes the connection. */
  stream(request: ModelRequest): AsyncIterable<StreamEvent>;
  /** For what goes beyond answering, such as the list of models. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const CONNECT_MS = 10_000;
/** Deadlines are kept by who calls. */
const NEVER = 0;

export function modelService(model: ResolvedModel): ModelService {
  const dispatcher = new Connections({
    connect: { timeout: CONNECT_MS },
    headersTimeout: NEVER,
    bodyTimeout: NEVER,
  });
  return serviceOver(model, { fetch: modelFetch({ model, dispatcher }), close: () => dispatcher.destroy() });
}
