import { IbidError, modelFaultOf } from '@ibid/core';
import type { ModelCall, ModelFault } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { openModelService, type ModelScript, type ModelService, type ModelServiceOptions } from '@ibid/testkit';
import { onTestFinished } from 'vitest';
import type { ModelRun, ModelRunOptions } from '../paid-call.ts';
import type { ModelRequest } from '../call-model.ts';
import { openModels, type ModelNotice, type Models, type ModelState } from '../open-models.ts';
import type { ModelOptions } from '../resolve-model.ts';
import { keptSpending, type KeptSpending } from './kept-spending.ts';

export interface ModelsPlace {
  readonly services: readonly ModelService[];
  readonly models: Models;
  readonly spending: KeptSpending;
  /** Milliseconds of each wait. */
  readonly waits: readonly number[];
  readonly changes: readonly ModelState[];
  readonly notices: readonly ModelNotice[];
  /** Stands still except during waits. */
  readonly clock: { now: number };
  /** Number of requests to each service. */
  asked(): readonly number[];
  begin(more?: Partial<ModelRunOptions>): ModelRun;
  ask(
    more?: Partial<ModelRunOptions>,
    tools?: ModelRequest['tools'],
  ): Promise<{
    readonly text: string | undefined;
    readonly fault: ModelFault | undefined;
    readonly message: string;
    readonly calls: readonly ModelCall[];
  }>;
}

export interface ModelsPlaceOptions {
  readonly spending?: KeptSpending;
  readonly model?: Partial<ModelOptions>;
  readonly service?: Partial<ModelServiceOptions>;
}

/** The models `model-1`, `model-2`, …, each with a service that follows a script; closed after the current test. */
export async function modelsPlace(
  scripts: readonly ModelScript[],
  { spending = keptSpending(), model = {}, service = {} }: ModelsPlaceOptions = {},
): Promise<ModelsPlace> {
  const services = await Promise.all(
    scripts.map((answer, at) => openModelService({ ...service, answer, models: [`model-${at + 1}`] })),
  );
  onTestFinished(async () => void (await Promise.all(services.map((each) => each.close()))));
  const waits: number[] = [];
  const changes: ModelState[] = [];
  const notices: ModelNotice[] = [];
  const clock = { now: 1_000 };
  const models = openModels({
    models: services.map(({ url, apiKey }, at) => ({ name: `custom/model-${at + 1}`, baseUrl: url, apiKey, ...model })),
    spending,
    countTokens,
    now: () => clock.now,
    random: () => 0.5,
    async sleep(ms) {
      waits.push(Math.round(ms));
      clock.now += ms;
      await Promise.resolve();
    },
    onChange: (state) => changes.push(state),
    onNotice: (notice) => notices.push(notice),
  });
  const begin: ModelsPlace['begin'] = (more) =>
    models.begin({
      purpose: 'answer',
      payer: {},
      signal: new AbortController().signal,
      temperature: 0,
      maxTokens: 100,
      callsLeft: 4,
      repeatsLeft: 1,
      searchesLeft: 3,
      charactersLeft: 1_000,
      firstTokenMs: 3_000,
      idleMs: 300,
      totalMs: 10_000,
      plainInstructions: 'Answer.',
      onText: () => undefined,
      onCall: () => undefined,
      ...more,
    });
  return {
    services,
    models,
    spending,
    waits,
    changes,
    notices,
    clock,
    asked: () => services.map(({ requests }) => requests.length),
    begin,
    async ask(more, tools = []) {
      const calls: ModelCall[] = [];
      const run = begin({ onCall: (call) => calls.push(call), ...more });
      try {
        return { text: (await models.reply(run, { ...ASKED, tools })).text, fault: undefined, message: '', calls };
      } catch (error) {
        if (!IbidError.is(error, 'UPSTREAM_FAILED')) throw error;
        return { text: undefined, fault: modelFaultOf(error), message: error.message, calls };
      }
    },
  };
}

export const ASKED: ModelRequest = {
  instructions: 'Answer, or search.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What are topics?' }] }],
  tools: [],
};

export const GOOD: ModelScript = () => ({ kind: 'text', text: 'Topics are buses.' });
