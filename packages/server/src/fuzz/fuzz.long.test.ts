/**
 * Sends 12,000 requests generated from the endpoints' own schemas, valid and almost valid. Checks that there are no crashes, no server
 * errors, and no internal details in replies. A failing run prints the seed and the shortest failing request.
 */
import { dialects, type Endpoint } from '@ibid/wire';
import type { Engine } from '@ibid/core/types';
import * as fc from 'fast-check';
import { tried } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../call.ts';
import { smallEngine } from '../testing/small-index.ts';
import { testApp } from '../testing/test-app.ts';
import { arbitraryOfSchema } from './testing/arbitrary-of-schema.ts';
import { fuzzApp } from './testing/fuzz-app.ts';
import { send, type Shot } from './testing/send.ts';

const REQUESTS = 12_000;
const endpoints: readonly Endpoint[] = dialects.flatMap((dialect) => dialect.endpoints);
const bodyOf = ({ description }: Endpoint): string => JSON.stringify(description.request?.());
/** Endpoints with a body have far more ways to fail. Those that read the same one, such as a stream and its twin, share its requests. */
const SHARES = endpoints.map((endpoint) =>
  endpoint.description.request === undefined
    ? 1
    : 8 / endpoints.filter((other) => bodyOf(other) === bodyOf(endpoint)).length,
);
const TOTAL = SHARES.reduce((sum, share) => sum + share, 0);

const pathParts = fc.oneof(
  fc.uuid(),
  fc.constantFrom('%00', '..', 'a b', '%E0%A4%A', 'x'.repeat(3_000), '🦜', "'", '%2F'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
);

function encoded(part: string): string {
  try {
    return part.startsWith('%') ? part : encodeURIComponent(part.toWellFormed());
  } catch {
    return 'x';
  }
}

function shots({ method, path, description }: Endpoint): fc.Arbitrary<Shot> {
  const paths = pathParts.map((part) => path.replace(/\{\w+\}/u, encoded(part)));
  const request = description.request?.();
  const query = description.query?.();
  if (query !== undefined)
    return arbitraryOfSchema(query).map((members) => ({ method, path: path + queryOf(members) }));
  if (request === undefined) return paths.map((filled) => ({ method, path: filled }));
  const bodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
    {
      weight: 20,
      arbitrary: arbitraryOfSchema(request).map((value) =>
        JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? 1 : member)),
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
    { weight: 1, arbitrary: fc.constantFrom('[', '{"query":', `${'['.repeat(3_000)}`, '{"query":"x"} x', 'null') },
  );
  return fc.tuple(paths, bodies).map(([filled, body]) => ({ method, path: filled, body }));
}

function queryOf(members: unknown): string {
  if (typeof members !== 'object' || members === null) return `?${encoded(String(members))}`;
  const named = Object.entries(members).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  return `?${named.join('&')}`;
}

async function fuzz(app: App, endpoint: Endpoint, runs: number): Promise<Set<number>> {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(shots(endpoint), async (shot) => {
      seen.add(await send(app, shot));
    }),
    { numRuns: runs },
  );
  return seen;
}

function mustSee({ kind, description }: Endpoint): number[] {
  return [
    ...(kind === 'answer' || kind === 'retrieve' || kind === 'search' ? [200] : []),
    ...(description.request === undefined && description.query === undefined ? [] : [400]),
  ];
}

let engine: Engine;
let app: App;

beforeAll(async () => {
  engine = await smallEngine();
  app = await fuzzApp(engine);
});
afterAll(() => engine.close());

describe('any request gets a well-formed reply (R26)', () => {
  it.for(endpoints.map((endpoint, index) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}`, index })))(
    '$name',
    { timeout: 120_000 },
    async ({ endpoint, index }, context) => {
      const runs = Math.ceil((REQUESTS * SHARES[index]!) / TOTAL);
      tried(context, runs);
      const seen = await fuzz(app, endpoint, runs);
      // Both accepted and refused requests must occur; refusals alone would prove little.
      expect([...seen]).toEqual(expect.arrayContaining(mustSee(endpoint)));
    },
  );
});

it('the harness detects a reply that shows an exception', async () => {
  const native = endpoints.find(({ path }) => path === '/api/ask')!;
  const body = { answer: 'TypeError: x is not a function' };
  const endpoint = { ...native, encodeAnswer: () => ({ status: 200, headers: {}, body }) } as Endpoint;
  const broken = testApp({ engine, dialects: [{ name: 'planted', endpoints: [endpoint] }] });
  await expect(fuzz(broken, native, 500)).rejects.toThrow(/Property failed/u);
});
