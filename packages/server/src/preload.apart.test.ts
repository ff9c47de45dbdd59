import { expect, test, vi } from 'vitest';
import type * as ApiDescription from './openapi/api-description.ts';
import { preload } from './create-app.ts';
import { testApp } from './testing/test-app.ts';

const made = vi.hoisted((): string[] => []);

vi.mock('./mcp/docs-tools.ts', async (original) => {
  made.push('tools');
  return original();
});
vi.mock('./openapi/api-description.ts', async (original) => {
  const all = await original<typeof ApiDescription>();
  return {
    ...all,
    apiDescription: (...given: Parameters<typeof all.apiDescription>) => {
      made.push('description');
      return all.apiDescription(...given);
    },
  };
});

test('what the first requests need is loaded before them, one thing a turn', async () => {
  const app = testApp({ engine: {} });
  expect(made).toEqual([]);
  let turns = 0;
  const turn = setInterval(() => (turns += 1), 0);
  await preload({ countTokens: () => made.push('tokens') });
  clearInterval(turn);
  expect(made).toEqual(['tokens', 'description', 'tools']);
  expect(turns).toBeGreaterThan(0);
  expect((await app.request('/openapi.json')).status).toBe(200);
  expect((await app.request('/api/docs')).status).toBe(200);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  expect((await app.request('/mcp', { method: 'POST', headers, body })).status).toBe(200);
  expect(made).toHaveLength(3);
});
