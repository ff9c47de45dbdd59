import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HTTP_FAILURES, type Endpoint, type WireRequest } from './dialect.ts';
import { ERROR_CODES } from '@ibid/core';
import { dialects } from './registry.ts';

const endpoints: readonly Endpoint[] = dialects.flatMap((dialect) => dialect.endpoints);
const named = endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }));

function request(body: unknown): WireRequest {
  return { headers: new Headers(), query: new URLSearchParams(), params: {}, body };
}

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((one, index) => all.indexOf(one) !== index);
}

describe('all vocabularies together', () => {
  it('have different names, addresses and operations', () => {
    expect(repeated(dialects.map(({ name }) => name))).toEqual([]);
    expect(repeated(named.map(({ name }) => name))).toEqual([]);
    expect(repeated(endpoints.map(({ description }) => description.operationId))).toEqual([]);
  });

  it.each(named)('$name describes itself', ({ endpoint }) => {
    const { operationId, tag, summary, details, failures, examples, owner } = endpoint.description;
    expect(operationId).toMatch(/^[a-z][a-zA-Z]+$/u);
    expect(tag).toMatch(/./u);
    expect(summary).toMatch(/^[A-Z].*[^.]$/u);
    expect(details).toMatch(/^$|[.]$/u);
    expect(failures.filter((code) => !([...ERROR_CODES, ...HTTP_FAILURES] as string[]).includes(code))).toEqual([]);
    expect(repeated(failures)).toEqual([]);
    expect(failures.includes('TOKEN_MISSING')).toBe(owner);
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(named)('$name takes the requests of its examples, and its replies are as described', ({ endpoint }) => {
    const { description } = endpoint;
    const schema = z.fromJSONSchema(description.reply() as Parameters<typeof z.fromJSONSchema>[0]);
    for (const example of description.examples) {
      expect(schema.safeParse(example.reply).error).toBeUndefined();
      if (!('decode' in endpoint) || description.request === undefined) continue;
      expect(endpoint.decode(request(example.request)).kind).toBe('ok');
    }
  });
});
