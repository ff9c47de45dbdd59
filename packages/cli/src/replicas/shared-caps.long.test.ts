/** A cap on what models may cost is one cap, however many replicas ask (A2): none of them ever spends what another has reserved. */
import { openModelService, quotingModel } from '@ibid/testkit';
import { expect, test, vi } from 'vitest';
import { openDeployment, post } from './replicas-fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

const CAP = 60_000;
const FILES = {
  'docs/pump.md':
    '# Pump\n\nThe pump needs oil every 90 days. It runs at 40 bar. The filter is changed every 12 months.\n',
};

test('two replicas under load spend up to the cap of the day and not beyond, then both answer with extracts', async () => {
  const quote = quotingModel();
  await using service = await openModelService({
    answer: async (call) => {
      const reply = await quote(call);
      return reply.kind === 'text' ? { ...reply, everyMs: 2 } : reply;
    },
  });
  await using deployment = await openDeployment(
    {
      ...FILES,
      'ibid.config.json': JSON.stringify({
        model: {
          name: 'custom/test-model',
          baseUrl: service.url,
          maxTokens: 400,
          caps: { perDay: { tokens: CAP }, perClient: { tokens: 10_000_000 } },
        },
        server: { questionsPerMinute: 0, requestsPerMinute: 0 },
      }),
    },
    { IBID_MODEL_API_KEY: service.apiKey },
  );
  await deployment.index();
  const replicas = await Promise.all([deployment.start(), deployment.start()]);
  const answerers: string[] = [];
  const asker = async (at: number): Promise<void> => {
    for (let i = 0; i < 30; i++) {
      const reply = await post(`${replicas[(at + i) % 2]!.url}/api/ask`, {
        query: 'How often does the pump need oil?',
      });
      expect(reply.status).toBe(200);
      answerers.push(JSON.stringify(await reply.json()));
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => asker(at)));

  const billed = service.requests.reduce(
    (sum, { billed: { inputTokens, outputTokens } }) => sum + inputTokens + outputTokens,
    0,
  );
  expect(billed).toBeLessThanOrEqual(CAP);
  // The worst case is reserved before each call, so the last bit of a cap cannot be spent; most of it can.
  expect(billed).toBeGreaterThan(CAP * 0.5);
  expect(answerers).toHaveLength(240);
  // Both have run into it by the end.
  for (const { url } of replicas) {
    const before = service.requests.length;
    expect((await post(`${url}/api/ask`, { query: 'How often does the pump need oil?' })).status).toBe(200);
    expect(service.requests).toHaveLength(before);
  }
});

test('a cap of one client holds over both replicas, for it is one client to both', async () => {
  const quote = quotingModel();
  await using service = await openModelService({ answer: quote });
  await using deployment = await openDeployment(
    {
      ...FILES,
      'ibid.config.json': JSON.stringify({
        model: {
          name: 'custom/test-model',
          baseUrl: service.url,
          maxTokens: 400,
          caps: { perClient: { tokens: 8_000 } },
        },
        server: { questionsPerMinute: 0, requestsPerMinute: 0, trustedProxies: 1 },
      }),
    },
    { IBID_MODEL_API_KEY: service.apiKey },
  );
  await deployment.index();
  const [one, other] = await Promise.all([deployment.start(), deployment.start()]);
  const askUntilRefused = async (url: string, client: string): Promise<number> => {
    for (let calls = 0; ; calls++) {
      const before = service.requests.length;
      const asked = { query: 'How often does the pump need oil?' };
      const reply = await post(`${url}/api/ask`, asked, { 'X-Forwarded-For': client });
      expect(reply.status).toBe(200);
      await reply.text();
      if (service.requests.length === before) return calls;
    }
  };
  const spent = await askUntilRefused(one.url, '203.0.113.7');
  expect(spent).toBeGreaterThan(1);
  expect(await askUntilRefused(other.url, '203.0.113.7')).toBe(0);
  expect(await askUntilRefused(other.url, '203.0.113.8')).toBe(spent);
});
