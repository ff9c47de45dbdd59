/**
 * Answers in a model's words. The model gets the run's passages, may search for more, and writes with a label after each sentence; what
 * it writes is proposed piece by piece, and the gate lets out what the passages prove. Every way in which a model can fail ends as a
 * `modelFault`, so that another answerer can go on (R16).
 */
import { settledDraft, type Answerer, type AskOptions, type Brief, type DraftEvent } from '@ibid/core';
import { loadAgents } from '../models/load-agents.ts';
import type { ModelDeadlines } from '../models/model-deadlines.ts';
import type { Models, ModelState } from '../models/open-models.ts';
import { draftWithModel } from './draft-with-model.ts';
import { eventQueue } from './event-queue.ts';
import { plainError } from './plain-error.ts';
import type { MakeSearchTool } from './search-tool.ts';

export interface AgentOptions {
  readonly models: Models;
  /** `undefined` = the model answers from the passages that the engine found. */
  readonly searchTool: MakeSearchTool | undefined;
  readonly configuration: AgentConfiguration;
  /** `MODEL_DEADLINES` unless given. */
  readonly deadlines?: Partial<ModelDeadlines> | undefined;
  /** 0 to 1: how sure a draft is; `answerConfidence` unless given. */
  readonly confidence?: ((brief: Brief, isAnswered: boolean) => number) | undefined;
}

export interface AgentConfiguration {
  /** Of each reply, at least 1. */
  readonly maxTokens: number;
  /** The owner's wishes; `''` for none. They add to the fixed instructions. */
  readonly systemPrompt: string;
  /** Whether a model may search for itself. */
  readonly retrievalEnabled: boolean;
}

export interface AgentAnswerer extends Answerer {
  /** For health and metrics, in order of preference. */
  states(): readonly ModelState[];
  /** Closes the models' connections. */
  close(): Promise<void>;
}

export function agentAnswerer(options: AgentOptions): AgentAnswerer {
  const { models } = options;
  // It takes a third of a second, which the first reader need not wait for.
  void loadAgents().catch(() => undefined);

  async function* draft(brief: Brief, { signal, payer = {} }: AskOptions = {}): AsyncGenerator<DraftEvent> {
    const settled = settledDraft(brief);
    if (settled !== undefined) return yield settled;
    const stop = new AbortController();
    const leave = (): void => stop.abort();
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    const queue = eventQueue<DraftEvent>();
    const work = draftWithModel(brief, { ...options, payer, signal: stop.signal, emit: queue.push })
      .then(queue.push)
      .then(
        () => queue.close(),
        (error: unknown) => queue.close(plainError(error, stop.signal)),
      );
    try {
      yield* queue.events();
    } finally {
      // Whoever stops reading stops the model, and what was reserved is settled before the draft is over.
      leave();
      signal?.removeEventListener('abort', leave);
      await work;
    }
  }

  return {
    id: `agent/${models.names[0]!}`,
    draft,
    states: () => models.states(),
    close: () => models.close(),
  };
}
