import { IbidError, type Answer, type ModelUse } from '@ibid/core';
import { countTokens } from '@ibid/core/chunk';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { modelsOf } from '../model-options.ts';
import { openAnswering } from '../open-answering.ts';
import { openEngine } from '../open-index.ts';
import type { Finding } from './finding.ts';

const STATES = { good: 'ok', poor: 'absent', bad: 'failed' } as const;

/** Tries every configured model stage by stage, then asks one real question of the index; the calls are at the owner's cost. */
export async function* doctorModel(context: Context): AsyncGenerator<Finding> {
  const { settings, signal } = context;
  const chosen = modelsOf(settings);
  if (chosen === undefined) {
    const text = 'none is configured; name one, as in `ibid doctor --model gemini/gemini-2.0-flash`';
    return yield { part: 'model', state: 'failed', text };
  }
  const { checkModel } = await import('@ibid/drivers/models/check-model');
  let isFine = true;
  for (const model of chosen) {
    const checking = { now: () => performance.now(), countTokens, signal };
    for await (const { stage, state, text, milliseconds } of checkModel(model, checking)) {
      isFine &&= state !== 'bad';
      const part = `model ${stage}`;
      yield { part, state: STATES[state], text: `${text} (${milliseconds.toFixed(0)} ms)` };
    }
  }
  if (!isFine) return;
  if (!existsSync(settings.index)) {
    const text = 'no index to ask a question of; `ibid index <folder|url>` makes one';
    return yield { part: 'question', state: 'absent', text };
  }
  yield* askOne(context);
}

async function* askOne(context: Context): AsyncGenerator<Finding> {
  const { settings, signal } = context;
  let trouble = '';
  const note = (error: unknown): void => {
    trouble = IbidError.is(error) ? error.message : 'an error that says nothing';
  };
  await using answering = await openAnswering(settings, { folder: dirname(settings.index), onTrouble: note });
  const engine = await openEngine(settings, { answering: answering.engine });
  try {
    const { hits } = await engine.search({ text: 'introduction overview', limit: 1 }, { signal });
    const text = `What is ${hits[0]?.chunk.title ?? 'this about'}?`;
    const started = performance.now();
    const since = (): string => `${(performance.now() - started).toFixed(0)} ms`;
    yield { part: 'question', state: 'ok', text };
    for await (const event of engine.ask({ text, history: [] }, { signal })) {
      if (event.type === 'retrieval-end') {
        yield { part: 'passages', state: 'ok', text: `${event.passages.length} found (${since()})` };
      } else if (event.type === 'search-end') {
        yield {
          part: 'search',
          state: 'ok',
          text: `\`${event.search.text}\` added ${event.passages.length} (${since()})`,
        };
      } else if (event.type === 'statement-verified') {
        yield { part: 'proved', state: 'ok', text: `${event.statement.text} (${since()})` };
      } else if (event.type === 'fallback-start') {
        note(event.cause);
      } else if (event.type === 'run-error') {
        yield { part: 'answer', state: 'failed', text: event.message };
      } else if (event.type === 'run-end') {
        yield answerFinding(event.answer, { since: since(), trouble });
      }
    }
  } finally {
    await engine.close();
  }
}

function answerFinding(
  answer: Answer,
  { since, trouble }: { readonly since: string; readonly trouble: string },
): Finding {
  const { model, outcome, statements, withheld } = answer;
  const figures = `${statements.length} statements proved, ${withheld} withheld, ${costOf(model)} (${since})`;
  if (model?.fault !== undefined) {
    return { part: 'answer', state: 'failed', text: `quoted, for the model is ${model.fault}: ${trouble} ${figures}` };
  }
  if (model === undefined) return { part: 'answer', state: 'absent', text: `the question needed no model; ${figures}` };
  return { part: 'answer', state: outcome === 'answered' ? 'ok' : 'absent', text: `${outcome}: ${figures}` };
}

function costOf(model: ModelUse | undefined): string {
  if (model === undefined) return 'no calls';
  const { calls, microCost, currency } = model;
  const input = calls.reduce((sum, call) => sum + call.inputTokens, 0);
  const output = calls.reduce((sum, call) => sum + call.outputTokens, 0);
  const tokens = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}, ${input} + ${output} tokens`;
  return microCost === undefined || currency === '' ? tokens : `${tokens}, ${(microCost / 1e6).toFixed(6)} ${currency}`;
}
