/**
 * Answers in a model's words. The model gets the run's passages, may search for more, and writes with a label after each sentence; what
 * it writes is proposed piece by piece, and the gate lets out what the passages prove. Every way in which a model can fail ends as a
 * `modelFault`, so that another answerer can go on.
 */
import { IbidError, modelFault, settledDraft } from '@ibid/core';
import type { Answerer, AskOptions, Brief, DraftEvent } from '@ibid/core/types';
import type { ModelDeadlines } from '../models/call-model.ts';
import { loadClient } from '../models/model-stream.ts';
import type { Models, ModelState } from '../models/open-models.ts';
import { draftWithModel } from './draft-with-model.ts';
import type { MakeSearchTool } from './search-tool.ts';

export interface AgentOptions {
  readonly models: Models;
  /** `undefined` = the model answers from the passages that the engine found. */
  readonly searchTool: MakeSearchTool | undefined;
  readonly configuration: AgentConfiguration;
  /** `MODEL_DEADLINES` unless given. */
  readonly deadlines?: Partial<ModelDeadlines> | undefined;
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
}

export function agentAnswerer(options: AgentOptions): AgentAnswerer {
  const { models } = options;
  // It takes a moment, which the first reader need not wait for.
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
      // Leaving stops the model, and what was reserved is settled before the draft is over.
      left.abort();
      await work;
    }
  }

  return { id: `agent/${models.names[0]!}`, draft, states: () => models.states() };
}

function plainError(error: unknown, signal: AbortSignal): IbidError {
  if (signal.aborted || IbidError.is(error, 'ABORTED')) return new IbidError('ABORTED', 'The answer was stopped.');
  if (IbidError.is(error)) return error;
  return modelFault('unavailable', `The agent failed (${error instanceof Error ? error.name : typeof error}).`);
}
