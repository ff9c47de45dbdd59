import { foldAnswer } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import { countTokens } from '@ibid/core/chunk';
import { createApp } from '@ibid/server';
import { latency, type Figures } from '../measure.ts';

const ROUNDS = 3;

/**
 * What questions cost this process, least of three rounds: searched for, answered, and answered through the whole server without its
 * socket. The rounds take turns, because compilers make the later one faster.
 */
export async function askingCost(engine: Engine, questions: readonly string[]): Promise<Figures> {
  let id = 0;
  const app = createApp({
    engine,
    newId: () => `request-${++id}`,
    now: () => performance.now(),
    date: () => new Date(),
    countTokens,
    rateLimits: { perClient: 0, perSiteKey: 0, requests: 0 },
  });
  const kinds: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
    search: (text) => engine.search({ text, limit: 10 }),
    answer: (text) => foldAnswer(engine.ask({ text, history: [] })),
    question: async (text) => {
      const body = JSON.stringify({ query: text });
      const reply = await app.request('/query', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      if (reply.status !== 200) throw new Error(`/query replied with ${reply.status}: ${await reply.text()}`);
      return reply.text();
    },
  };
  const least: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, ask] of Object.entries(kinds)) {
      for (const [name, value] of Object.entries(await latency(kind, questions, ask))) {
        least[name] = Math.min(value, least[name] ?? Number.POSITIVE_INFINITY);
      }
    }
  }
  return least;
}
