/**
 * Answers with a language model. The model gets the run's passages, may search for more, and writes a label after each sentence. Its text is
 * proposed piece by piece, and the gate passes the pieces that the passages support. Every failure of a model becomes a `modelFault`, so that
 * another answerer can continue.
 */
import { IbidError, modelFault, settledDraft } from '@ibid/core';
import type { Answerer, AskOptions, Brief, DraftEvent } from '@ibid/core/types';
import { answerStopped, type ModelDeadlines } from '../models/call-model.ts';
import { loadClient } from '../models/model-stream.ts';
import type { Models } from '../models/open-models.ts';
import { draftWithModel } from './draft-with-model.ts';
import type { MakeSearchTool } from './search-tool.ts';

export interface AgentOptions {
  readonly models: Models;
  /** `undefined` if the model answers only from the passages that the engine found. */
  readonly searchTool: MakeSearchTool | undefined;
  readonly configuration: AgentConfiguration;
  /** Default `MODEL_DEADLINES`. */
  readonly deadlines?: Partial<ModelDeadlines> | undefined;
}

export interface AgentConfiguration {
  /** Maximum tokens of each reply, at least 1. */
  readonly maxTokens: number;
  /** The owner's instructions, added to the fixed ones; `''` for none. */
  readonly systemPrompt: string;
  /** True if a model may search by itself. */
  readonly retrievalEnabled: boolean;
}

export function agentAnswerer(options: AgentOptions): Answerer {
  const { models } = options;
  // Loading takes a moment, which the first reader need not wait for.
  void loadClient().catch(() => undefined);

  async function* draft(brief: Brief, { signal, payer = {} }: AskOptions = {}): AsyncGenerator<DraftEvent> {
    const settled = settledDraft(brief);
    if (settled !== undefined) return yield settled;
    const left = new AbortController();
    const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
    let queue!: ReadableStreamDefaultController<DraftEvent>;
    const events = new ReadableStream<DraftEvent>({ start: (controller) => void (queue = controller) });
    const emit = (event: DraftEvent): void => queue.enqueue(event);
    const work = draftWithModel(brief, { ...options, payer, signal: either, emit })
      .then(emit)
      .then(
        () => undefined,
        (error: unknown) => plainError(error, either),
      )
      .finally(() => queue.close());
    try {
      // A reader who leaves must not close the queue of work that is still ending.
      yield* events.values({ preventCancel: true });
      const failure = await work;
      if (failure !== undefined) throw failure;
    } finally {
      // When the reader leaves, stop the model and wait until its reservation is settled.
      left.abort();
      await work;
    }
  }

  return { id: `agent/${models.names[0]!}`, draft };
}

function plainError(error: unknown, signal: AbortSignal): IbidError {
  if (signal.aborted || IbidError.is(error, 'ABORTED')) return answerStopped();
  if (IbidError.is(error)) return error;
  return modelFault('unavailable', `The agent failed (${error instanceof Error ? error.name : typeof error}).`);
}
