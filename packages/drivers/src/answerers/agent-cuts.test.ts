import { inTurn, openModelService, type ModelService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAgents } from '../models/load-agents.ts';
import { MODEL_DEADLINES } from '../models/model-deadlines.ts';
import { agentPlace, briefOf, drafted } from './agent-fixture.ts';

const SENTENCES = Array.from({ length: 5 }, (_, at) => `Sentence number ${at} says that topics are buses.`);
const TEXT = SENTENCES.map((sentence) => `${sentence} [p1]`).join(' ');
const OF = { kind: 'text', text: TEXT, pieces: TEXT.match(/.{1,80}/gsu)! } as const;
/** Every byte is tried where no connection is needed, in `call-model.cuts.test.ts`. */
const SAMPLES = 90;
/** Cut off, or all of it. */
const ENDS = new RegExp(`^(?:stopped|unavailable|unusable|answered ${SENTENCES.length})$`, 'u');
const CUTS = ['cut-clean', 'cut-connection', 'cut-reset'] as const;

describe.each(['chat', 'responses'] as const)('a stream over %s that is cut', (api) => {
  let service: ModelService;
  let length = 0;
  /** The first byte from which a clean cut leaves a whole answer. */
  let said = 0;

  async function draft(): Promise<Awaited<ReturnType<typeof drafted>>> {
    // One breaker for all would keep most of the drafts from the service.
    const place = await agentPlace({
      script: inTurn(OF),
      at: service,
      api,
      models: { sleep: () => Promise.resolve() },
      deadlines: MODEL_DEADLINES,
    });
    const result = await drafted(place.agent, briefOf());
    expect(place.spending.open()).toBe(0);
    await place.close();
    return result;
  }

  async function isWholeAt(afterBytes: number, fault: (typeof CUTS)[number]): Promise<boolean> {
    const before = service.requests.length;
    service.answerWith(() => ({ kind: 'fault', fault, afterBytes, of: OF }));
    const { end, texts, fault: seen } = await draft();
    expect(service.requests.length).toBeGreaterThan(before);
    // Never a piece that is not in the whole answer, never one out of turn.
    expect(texts).toEqual(SENTENCES.slice(0, texts.length));
    expect(end === undefined ? seen : `${end.outcome} ${texts.length}`).toMatch(ENDS);
    return end !== undefined;
  }

  beforeAll(async () => {
    service = await openModelService({ answer: inTurn(OF) });
    await draft();
    length = service.requests[0]!.bytesWritten;
    let high = length;
    while (said < high) {
      const middle = Math.floor((said + high) / 2);
      if (await isWholeAt(middle, 'cut-clean')) high = middle;
      else said = middle + 1;
    }
  });
  afterAll(() => service.close());

  it('is whole only from where its end was said', async () => {
    service.answerWith(inTurn(OF));
    expect((await draft()).texts).toEqual(SENTENCES);
    expect(said).toBeGreaterThan(length / 4);
    expect(said).toBeLessThanOrEqual(length);
  });

  it('is never whole before, wherever and however it is cut', async () => {
    const ends: number[] = [];
    const step = Math.max(1, Math.floor(length / SAMPLES));
    for (let at = 0; at < length; at += step) {
      if (await isWholeAt(at, CUTS[(at / step) % CUTS.length]!)) ends.push(at);
    }
    expect(Math.min(length, ...ends)).toBeGreaterThanOrEqual(said);
  });
});

it('the library alone takes a cut stream for a whole one', async () => {
  const service = await openModelService({ answer: inTurn({ kind: 'fault', fault: 'no-finish-no-done', of: OF }) });
  const { Agent, OpenAIChatCompletionsModel, Runner } = await loadAgents();
  const { OpenAI } = await import('openai');
  const client = new OpenAI({ baseURL: service.url, apiKey: service.apiKey });
  const model = new OpenAIChatCompletionsModel(client, 'test-model');
  const result = await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'bare', model }), 'Topics?', {
    stream: true,
  });
  await result.completed;
  expect(result.finalOutput).toContain(SENTENCES[0]);
  await service.close();
});
