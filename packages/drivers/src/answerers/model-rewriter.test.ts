import type { Turn } from '@ibid/core/types';
import type { ModelScript, ModelService } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import type { KeptSpending } from '../models/testing/kept-spending.ts';
import { modelsPlace } from '../models/testing/models-place.ts';
import { modelRewriter, type ModelRewriterOptions } from './model-rewriter.ts';

const HISTORY: readonly Turn[] = [
  { role: 'reader', text: 'What are topics in ROS 2?' },
  { role: 'assistant', text: 'Topics are named buses over which nodes exchange messages.' },
];
const ASKED = { text: 'How many nodes can use them?', history: HISTORY };
const says =
  (text: string): ModelScript =>
  () => ({ kind: 'text', text });

async function open(
  answer: ModelScript,
  options: Partial<ModelRewriterOptions> = {},
): Promise<{
  readonly service: ModelService;
  readonly spending: KeptSpending;
  readonly rewrite: ReturnType<typeof modelRewriter>['rewrite'];
}> {
  const { services, models, spending } = await modelsPlace([answer]);
  return { service: services[0]!, spending, rewrite: modelRewriter({ models, ...options }).rewrite };
}

describe('a follow-up', () => {
  it('is made complete in one small call that is paid for', async () => {
    const { rewrite, service, spending } = await open(says('How many nodes can use topics in ROS 2?'));
    const { question, calls } = await rewrite(ASKED, { payer: { session: 's' } });
    expect(question).toBe('How many nodes can use topics in ROS 2?');
    expect(calls).toMatchObject([{ model: 'model-1', purpose: 'rewrite', fault: undefined }]);
    expect(service.requests[0]!.call).toMatchObject({ maxTokens: 80, temperature: 0, tools: [] });
    expect(spending.requests).toMatchObject([{ payer: { session: 's' }, outputTokens: 80 }]);
    expect(spending.open()).toBe(0);
  });

  it.each<readonly [string, ModelScript]>([
    ['a whole page', says(`${'How many nodes can use topics '.repeat(20)}?`)],
    ['nothing', says(' ')],
    ['an answer', says('Any number of nodes.')],
  ])('is left to the rules when the model writes %s', async (_, answer) => {
    const { rewrite } = await open(answer);
    const { question, calls } = await rewrite(ASKED);
    expect(question).toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it('is left to the rules when the model fails, without another try', async () => {
    const { rewrite, service, spending } = await open(() => ({ kind: 'fault', fault: '500' }));
    expect(await rewrite(ASKED)).toMatchObject({ question: undefined, calls: [{ purpose: 'rewrite' }] });
    expect(service.requests).toHaveLength(1);
    expect(spending.open()).toBe(0);
  });

  it('is left to the rules when the model is too slow', async () => {
    const { rewrite } = await open(() => ({ kind: 'fault', fault: 'hang-after-headers' }), { deadlineMs: 100 });
    expect(await rewrite(ASKED)).toMatchObject({ question: undefined, calls: [{ fault: 'too-slow' }] });
  });

  it('is dropped when the reader leaves', async () => {
    const { rewrite, service, spending } = await open(() => ({ kind: 'fault', fault: 'hang-after-headers' }));
    const leaves = new AbortController();
    const rewriting = rewrite(ASKED, { signal: leaves.signal }).catch((error: unknown) => error);
    while (service.requests.length === 0) await new Promise(setImmediate);
    leaves.abort();
    expect(await rewriting).toMatchObject({ code: 'ABORTED' });
    await service.idle();
    expect(service.closedEarly).toHaveLength(1);
    expect(spending.open()).toBe(0);
  });
});
