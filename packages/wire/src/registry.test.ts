import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './dialect.ts';
import { FAILURE_CODES } from './shared/failures.ts';
import { dialects } from './registry.ts';
import { requestOf as request } from './testing/endpoint-parts.ts';

const endpoints: readonly Endpoint[] = dialects.flatMap((dialect) => dialect.endpoints);
const named = endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((one, index) => all.indexOf(one) !== index);
}

/** Our own vocabulary is strict in what is a list or an object; a bundle that is blank text is no bundle, rather than none. */
const NOT_BLANK: Readonly<Record<string, readonly string[]>> = {
  '/api/ask': ['selection', 'history'],
  '/api/ask/stream': ['selection', 'history'],
  '/api/answer': ['context_bundle'],
  '/api/answer/stream': ['context_bundle'],
};

describe('all vocabularies', () => {
  it('have different names, paths and operations', () => {
    expect(repeated(dialects.map(({ name }) => name))).toEqual([]);
    expect(repeated(named.map(({ name }) => name))).toEqual([]);
    expect(repeated(endpoints.map(({ description }) => description.operationId))).toEqual([]);
  });

  it('have these endpoints', () => {
    expect(endpoints.map(({ kind, method, path }) => `${kind}: ${method} ${path}`)).toEqual([
      'answer: POST /api/ask',
      'answer: POST /api/ask/stream',
      'search: GET /api/search',
      'feedback: POST /api/feedback',
      'answer: POST /agent/ask',
      'answer: POST /agent/ask/stream',
      'answer: POST /api/agent/query',
      'answer: POST /api/agent/query/stream',
      'answer: POST /api/agent/conversation',
      'answer: POST /api/agent/conversation/stream',
      'session: GET /api/agent/session/{session_id}',
      'session-end: DELETE /api/agent/session/{session_id}',
      'health: GET /api/agent/health',
      'answer: POST /api/answer',
      'answer: POST /api/answer/stream',
      'retrieve: POST /api/retrieve',
      'health: GET /api/health/answer',
      'health: GET /api/health/retrieval',
      'answer: POST /query',
      'answer: POST /query/stream',
      'job-start: POST /ingest',
      'job: GET /ingest/{job}',
      'job-cancel: DELETE /ingest/{job}',
      'answer: POST /v1/chat/completions',
      'models: GET /v1/models',
      'models: GET /v1/models/{model}',
    ]);
  });

  it.each(named)('$name describes itself', ({ endpoint }) => {
    const { operationId, tag, summary, details = '', failures = [], examples, owner = false } = endpoint.description;
    expect(operationId).toMatch(/^[a-z][a-zA-Z]+$/u);
    expect(tag).toMatch(/./u);
    expect(summary).toMatch(/^[A-Z].*[^.]$/u);
    expect(details).toMatch(/^$|[.]$/u);
    expect(failures.filter((code) => !FAILURE_CODES.includes(code))).toEqual([]);
    expect(repeated(failures)).toEqual([]);
    expect(failures.includes('TOKEN_MISSING')).toBe(owner);
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(named)(
    '$name accepts the requests of its examples, and their replies follow the description',
    ({ endpoint }) => {
      const { description } = endpoint;
      const schema = z.fromJSONSchema(description.reply() as Parameters<typeof z.fromJSONSchema>[0]);
      for (const example of description.examples) {
        expect(schema.safeParse(example.reply).error).toBeUndefined();
        if (!('decode' in endpoint) || description.request === undefined) continue;
        expect(endpoint.decode(request(example.request)).kind).toBe('ok');
      }
    },
  );

  it.each(named.filter(({ endpoint }) => endpoint.description.request !== undefined))(
    '$name treats `null` and blank text as absent in every field (R3)',
    ({ endpoint }) => {
      const body = (endpoint.description.examples[0]?.request ?? {}) as Readonly<Record<string, unknown>>;
      const schema = endpoint.description.request!() as { readonly properties: object };
      const decode = (given: unknown): unknown => ('decode' in endpoint ? endpoint.decode(request(given)) : undefined);
      const taken = Object.keys(schema.properties).filter((field) => {
        const { [field]: _, ...others } = body;
        const absent = JSON.stringify(decode(others));
        return [null, ' \n'].every((none) => JSON.stringify(decode({ ...others, [field]: none })) === absent);
      });
      expect(Object.keys(schema.properties).filter((field) => !taken.includes(field))).toEqual(
        NOT_BLANK[endpoint.path] ?? [],
      );
    },
  );

  it.each(named.filter(({ endpoint }) => endpoint.description.streams === 'always'))(
    '$name refuses to give one JSON reply',
    ({ endpoint }) => {
      const [example] = endpoint.description.examples;
      const body = { ...(example!.request as object), stream: false };
      expect('decode' in endpoint && endpoint.decode(request(body))).toMatchObject({
        kind: 'invalid',
        issues: [{ path: 'stream', message: expect.stringMatching(/^`stream` is always true here/u) }],
      });
    },
  );

  it('require at least one character in every question field (R1)', () => {
    const questions = endpoints.flatMap(({ path, description }) => {
      const properties = (description.request?.()['properties'] ?? {}) as Readonly<Record<string, object>>;
      const fields = ['query', 'query_text'].filter((field) => field in properties);
      return fields.map((field) => ({ field: `${path} ${field}`, schema: properties[field]! }));
    });
    expect(questions.length).toBeGreaterThan(20);
    const without = questions.filter(({ schema }) => !('minLength' in schema) || schema.minLength !== 1);
    expect(without.map(({ field }) => field)).toEqual([]);
  });
});
