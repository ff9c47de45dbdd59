import { openModelService, quotingModel, type ModelService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, runIbid, type Finished, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const CASES = [
  { question: 'Which port does the server listen on?', url: '/settings', answer: '4000' },
  { question: 'Which Node does Parrot need?', url: '/install', answer: '24' },
];
const PRICES = { currency: 'USD', models: { 'test-model': { input: 1, output: 2 } } };

let place: Workplace;
let service: ModelService;

beforeAll(async () => {
  place = await openWorkplace();
  service = await openModelService({ answer: quotingModel() });
  await place.write({
    'docs/install.md': '# Install\n\nParrot needs Node 24 or newer.\n',
    'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless `PARROT_PORT` names another one.\n',
    'questions.jsonl': CASES.map((line) => JSON.stringify(line)).join('\n'),
    'ibid.config.json': JSON.stringify({ index: 'docs.db', model: { name: 'custom/test-model', prices: PRICES } }),
  });
  const { code, stderr } = await ibid(place.path, 'index', 'docs');
  if (code !== 0) throw new Error(`the pages cannot be indexed: ${stderr}`);
});
afterAll(async () => {
  await service.close();
  await place[Symbol.asyncDispose]();
});

async function evaluate(url: string, ...args: readonly string[]): Promise<Finished> {
  const env = { IBID_MODEL_URL: url, IBID_MODEL_API_KEY: service.apiKey };
  return runIbid(place.path, ['eval', 'questions.jsonl', ...args], env);
}

const MODEL = ['--model', 'custom/test-model'];

describe('ibid eval --model', () => {
  it('says whose answers were measured, and what they cost', async () => {
    service.answerWith(quotingModel());
    const { code, stdout } = await evaluate(service.url, '--json', ...MODEL);
    const figures = JSON.parse(stdout) as { model: { inputTokens: number; outputTokens: number; cost: number } };
    expect(figures).toMatchObject({
      right: 1,
      model: { worded: 2, fallbacks: {}, withheld: 0, calls: 2, currency: 'USD', unasked: 0 },
      cases: [{ by: 'model' }, { by: 'model' }],
    });
    const { inputTokens, outputTokens, cost } = figures.model;
    expect(inputTokens).toBeGreaterThan(100);
    expect(cost).toBeCloseTo((inputTokens + 2 * outputTokens) / 1e6, 6);
    expect(code).toBe(0);
    const text = (await evaluate(service.url, ...MODEL)).stdout;
    expect(text).toMatch(/^by the model +2 of 2$/mu);
    expect(text).toMatch(/^withheld +0 statements$/mu);
    expect(text).toMatch(/^tokens +\d+ in, \d+ out, in 2 calls$/mu);
    expect(text).toMatch(/^cost +0\.\d{6} USD$/mu);
  });

  it('fails when no answer came from the model, and says why; without its name for the call, it is not asked', async () => {
    const dead = await openModelService({ answer: quotingModel() });
    await dead.close();
    const { code, stdout, stderr } = await evaluate(dead.url, ...MODEL);
    expect(stdout).toMatch(/^by the model +0 of 2$/mu);
    expect(stdout).toMatch(/^quoted instead +2 \(2 unavailable\)$/mu);
    expect(stderr).toMatch(/None of the answers came from the model/u);
    expect(code).toBe(1);
    const unnamed = await evaluate(dead.url, '--json');
    expect(unnamed.code).toBe(0);
    expect(JSON.parse(unnamed.stdout)).not.toHaveProperty('model');
  });

  it('notes how many answers are not of the model, and counts what was withheld', async () => {
    service.answerWith((call) =>
      JSON.stringify(call).includes('Which Node does')
        ? { kind: 'fault', fault: 'html-200' }
        : {
            kind: 'text',
            text: 'The server listens on port 4000 unless `PARROT_PORT` names another one. [p1]\n\nNobody ever wrote this sentence anywhere. [p1]',
          },
    );
    const { code, stdout, stderr } = await evaluate(service.url, ...MODEL);
    expect(stdout).toMatch(/^by the model +1 of 2$/mu);
    expect(stdout).toMatch(/^quoted instead +1 \(1 unusable\)$/mu);
    expect(stdout).toMatch(/^withheld +1 statement$/mu);
    expect(stderr).toMatch(/1 of 2 answers is not of the model alone/u);
    expect(code).toBe(0);
  });
});
