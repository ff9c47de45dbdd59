import type { AnswerEvent } from '@ibid/core/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { App } from './call.ts';
import { testApp } from './testing/test-app.ts';

async function* nothingFound(): AsyncGenerator<AnswerEvent> {
  yield { type: 'retrieval-end', passages: [] };
  const lists = { statements: [], citations: [], excerpts: [], nearest: [], closest: [], corrected: [], warnings: [] };
  const answer = {
    outcome: 'insufficient',
    asked: 'x',
    message: 'Not here.',
    withheld: 0,
    confidence: 0,
    answerer: 'none',
    model: undefined,
    generation: 1,
  } as const;
  yield { type: 'run-end', answer: { ...lists, ...answer } };
}

const engine = { ask: nothingFound, page: async () => undefined, info: async () => undefined };
const app: App = testApp({ engine });

/** Almost valid bodies: known fields with any values, some of them valid. */
const nearRequests = fc.record(
  {
    query: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
    query_text: fc.anything(),
    selection: fc.oneof(fc.anything(), fc.record({ text: fc.string({ unit: 'binary' }), url: fc.anything() })),
    page: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary' })),
    section: fc.oneof(fc.string({ unit: 'binary' }), fc.anything()),
    history: fc.array(fc.record({ role: fc.constantFrom('reader', 'system'), text: fc.anything() })),
    max_citations: fc.oneof(fc.integer(), fc.double()),
    stream: fc.oneof(fc.boolean(), fc.constant(null)),
    other: fc.anything(),
  },
  { requiredKeys: [] },
);
const hostile = fc.string({ unit: 'binary', maxLength: 60 });
/** Valid in form, with any text. */
const requests = fc.record(
  {
    query: hostile,
    selection: fc.record({ text: hostile, url: hostile, section: hostile }),
    page: fc.oneof(fc.webUrl({ withQueryParameters: true }), hostile),
    section: hostile,
    locale: hostile,
    history: fc.array(fc.record({ role: fc.constantFrom('reader', 'assistant'), text: hostile }), { maxLength: 5 }),
    max_citations: fc.integer({ min: 1, max: 20 }),
    stream: fc.boolean(),
  },
  { requiredKeys: ['query'] },
);
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json(),
  requests.map((request) => JSON.stringify(request)),
  nearRequests.map((request) =>
    JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? 1 : value)),
  ),
);

describe('POST /api/ask', () => {
  it('takes any body without breaking, and refuses with one shape (R26)', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const response = await app.request('/api/ask', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: body as string,
        });
        const text = await response.text();
        seen.add(response.status);
        expect(response.status === 200 || Object.keys(JSON.parse(text) as object).join()).toSatisfy(
          (keys) => keys === true || keys === 'error,code,message,details,request_id',
        );
      }),
      { numRuns: 500 },
    );
    expect([...seen].sort()).toEqual([200, 400]);
  });
});
