/**
 * Answers with a language model. The model gets the run's passages, may search for more, and writes a label after each sentence. Its text is
 * proposed piece by piece, and the gate passes the pieces that the passages support. Every failure of a model becomes a `modelFault`, so that
 * another answerer can continue.
 */
import { IbidError, modelFault, settledDraft } from '@ibid/core';
import type { Answerer, AskOptions, Brief, DraftEvent } from '@ibid/core/types';
import type { ModelDeadlines } from '../models/call-model.ts';
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
    let end: { readonly error?: unknown } | undefined;
    let wake: (() => void) | undefined;
    const events: DraftEvent[] = [];
    const emit = (event: DraftEvent): void => {
      events.push(event);
      wake?.();
    };
    const work = draftWithModel(brief, { ...options, payer, signal: either, emit })
      .then(
        (last) => emit(last),
        (error: unknown) => (end = { error: plainError(error, either) }),
      )
      .finally(() => {
        end ??= {};
        wake?.();
      });
    try {
      for (;;) {
        while (events.length > 0) yield events.shift()!;
        if (end?.error !== undefined) throw end.error;
        if (end !== undefined) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      // When the reader leaves, stop the model and wait until its reservation is settled.
      left.abort();
      await work;
    }
  }

  return { id: `agent/${models.names[0]!}`, draft };
}

function plainError(error: unknown, signal: AbortSignal): IbidError {
  if (signal.aborted || IbidError.is(error, 'ABORTED')) return new IbidError('ABORTED', 'The answer was stopped.');
  if (IbidError.is(error)) return error;
  return modelFault('unavailable', `The agent failed (${error instanceof Error ? error.name : typeof error}).`);
}
