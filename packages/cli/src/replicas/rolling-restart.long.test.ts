/** Replicas are replaced one after another while readers ask, and none of them notices. */
import { openModelService, quotingModel } from '@ibid/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openDeployment, post, type Deployment, type Replica } from './replicas-fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

const FILES = {
  'docs/pump.md':
    '# Pump\n\nThe pump needs oil every 90 days. It runs at 40 bar. The filter is changed every 12 months.\n',
  'docs/fan.md': '# Fan\n\nThe fan turns at 900 rpm. Its blades are made of steel.\n',
};
const QUESTIONS = [
  ['How often does the pump need oil?', '90 days'],
  ['How fast does the fan turn?', '900 rpm'],
] as const;

/** Asks again and again, over JSON, streams and conversations, and notes everything that a reader would call a failure. */
async function readers(
  deployment: Deployment,
  count: number,
  stop: AbortSignal,
): Promise<{ asked: number; failures: string[] }> {
  let asked = 0;
  const failures: string[] = [];
  const { url } = deployment.balancer;
  const reader = async (own: number): Promise<void> => {
    let session: string | undefined;
    for (let i = own; !stop.aborted; i++) {
      const [question, expected] = QUESTIONS[i % QUESTIONS.length]!;
      try {
        const reply =
          own % 3 === 0
            ? await post(`${url}/query`, { query: question })
            : own % 3 === 1
              ? await post(`${url}/api/ask/stream`, { query: question })
              : await post(`${url}/api/agent/query`, { query_text: question, score_threshold: 0, session_id: session });
        const text = await reply.text();
        asked++;
        if (reply.status !== 200 || !text.includes(expected)) failures.push(`${reply.status} ${text.slice(0, 300)}`);
        if (own % 3 === 1 && !text.includes('run-end')) failures.push(`a stream without its end: ${text.slice(-300)}`);
        // A conversation takes ten turns unless more are asked for.
        if (own % 3 === 2)
          session = i % 8 === 0 ? undefined : (JSON.parse(text) as { conversation_id: string }).conversation_id;
      } catch (error) {
        failures.push(String((error as Error).cause ?? error));
      }
    }
  };
  await Promise.all(Array.from({ length: count }, (_, own) => reader(own)));
  return { asked, failures };
}

async function bothReady({ balancer }: Deployment, replicas: readonly Replica[]): Promise<void> {
  const urls = replicas.map(({ url }) => url).sort();
  await vi.waitFor(() => expect([...balancer.ready()].sort()).toEqual(urls), { timeout: 30_000 });
}

test('a rolling restart fails no request', async () => {
  await using deployment = await openDeployment({
    ...FILES,
    'ibid.config.json': JSON.stringify({
      server: { questionsPerMinute: 0, requestsPerMinute: 0, connectionsPerAddress: 0 },
    }),
  });
  await deployment.index();
  const old = await Promise.all([deployment.start('--drain', '1'), deployment.start('--drain', '1')]);
  await bothReady(deployment, old);
  const stop = new AbortController();
  const reading = readers(deployment, 6, stop.signal);
  const now: Replica[] = [...old];
  for (const [at, replica] of old.entries()) {
    now[at] = await deployment.start('--drain', '1');
    await vi.waitFor(() => expect(deployment.balancer.ready()).toContain(now[at]!.url), { timeout: 30_000 });
    expect((await replica.stop()).code).toBe(0);
    await bothReady(deployment, now);
  }
  await sleep(500);
  stop.abort();
  const { asked, failures } = await reading;
  expect(failures.slice(0, 5)).toEqual([]);
  expect(asked).toBeGreaterThan(50);
  for (const { url } of now) expect(deployment.balancer.answered.get(url)).toBeGreaterThan(0);
  expect(deployment.qdrant.violations).toEqual([]);
});

test('the harness notices a replica that is killed instead of told', async () => {
  await using deployment = await openDeployment({
    ...FILES,
    'ibid.config.json': JSON.stringify({
      server: { questionsPerMinute: 0, requestsPerMinute: 0, connectionsPerAddress: 0 },
    }),
  });
  await deployment.index();
  const replicas = await Promise.all([deployment.start(), deployment.start()]);
  await bothReady(deployment, replicas);
  const stop = new AbortController();
  const reading = readers(deployment, 12, stop.signal);
  await sleep(1_500);
  replicas[0]!.run.child.kill('SIGKILL');
  await sleep(1_500);
  stop.abort();
  const { failures } = await reading;
  expect(failures.length).toBeGreaterThan(0);
});

test('a stream under way ends with its last word after its server was told to stop', async () => {
  const quote = quotingModel();
  await using service = await openModelService({
    answer: async (call) => {
      const reply = await quote(call);
      return reply.kind === 'text' ? { ...reply, everyMs: 100 } : reply;
    },
  });
  await using deployment = await openDeployment(
    {
      ...FILES,
      'ibid.config.json': JSON.stringify({
        model: { name: 'custom/test-model', baseUrl: service.url },
        server: { finishSeconds: 20 },
      }),
    },
    { IBID_MODEL_API_KEY: service.apiKey },
  );
  await deployment.index();
  const replica = await deployment.start('--drain', '1');
  const reply = await post(`${replica.url}/api/ask/stream`, {
    query: 'How often does the pump need oil, and how is the filter changed?',
  });
  const reader = reply.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value ?? '';
  const stopped = replica.stop();
  const before = service.requests.length;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  expect(text).toContain('run-end');
  expect(text).toMatch(/90 days|12 months/u);
  expect((await stopped).code).toBe(0);
  expect(service.requests.length - before).toBeLessThanOrEqual(1);
});
