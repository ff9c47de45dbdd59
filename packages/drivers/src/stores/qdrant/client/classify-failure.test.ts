import { QdrantClient } from '@qdrant/js-client-rest';
import type { IbidError } from '@ibid/core';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { classifyFailure, type FailureContext } from './classify-failure.ts';
import { notingReply, type NotedReply } from './noted-reply.ts';
import { deadPort, openRawServer, refuse, type RawAnswer } from './raw-server-fixture.ts';

interface Shape {
  readonly title: string;
  /** Nobody listens where there is none. */
  readonly answer?: RawAnswer;
  readonly expected: readonly [code: string, retryable: boolean, details?: object];
  /** Cut off by the client after its request was taken. */
  readonly cut?: FailureContext['cut'];
}

const page = '<html><body>Bad gateway</body></html>';

const SHAPES: readonly Shape[] = [
  {
    title: 'an unknown collection',
    answer: (response) => refuse(response, 404, "Not found: Collection `b` doesn't exist!"),
    expected: ['NOT_INDEXED', false, { status: 404 }],
  },
  {
    title: 'an address that is not of Qdrant',
    answer: (response) => void response.writeHead(404).end('not here'),
    expected: ['UPSTREAM_FAILED', false, { status: 404 }],
  },
  {
    title: 'a rate limit that says how long',
    answer: (response) => refuse(response, 429, 'Rate limiting exceeded', { 'retry-after': '30' }),
    expected: ['RATE_LIMITED', true, { status: 429, retryAfterMs: 30_000 }],
  },
  {
    title: 'a rate limit that says until when',
    answer: (response) => refuse(response, 429, 'Slow', { 'retry-after': 'Sun, 22 Nov 2026 12:00:07 GMT' }),
    expected: ['RATE_LIMITED', true, { status: 429, retryAfterMs: 7_000 }],
  },
  {
    title: 'a rate limit without a word',
    answer: (response) => refuse(response, 429, 'Rate limiting exceeded'),
    expected: ['RATE_LIMITED', true, { status: 429 }],
  },
  {
    title: 'a request that is accepted and not carried out',
    answer: (response) => void response.writeHead(202).end('{"status":"acknowledged"}'),
    expected: ['UPSTREAM_FAILED', true, { status: 202 }],
  },
  {
    title: 'an empty success',
    answer: (response) => void response.writeHead(204).end(),
    expected: ['UPSTREAM_FAILED', true, { status: 204 }],
  },
  { title: 'a server that is down', expected: ['UPSTREAM_FAILED', true, {}] },
  {
    title: 'a connection dropped before the reply',
    answer: (response) => void response.socket?.destroy(),
    expected: ['UPSTREAM_FAILED', true],
  },
  {
    title: 'a connection dropped in the middle of a good reply',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).write('{"result":');
      setImmediate(() => response.socket?.destroy());
    },
    expected: ['UPSTREAM_FAILED', true],
  },
  { title: 'a silent server', answer: () => undefined, cut: 'deadline', expected: ['TIMED_OUT', true] },
  { title: 'a signal of the caller', answer: () => undefined, cut: 'caller', expected: ['ABORTED', false] },
  { title: 'a closed store', answer: () => undefined, cut: 'closed', expected: ['CLOSED', false] },
  {
    title: 'a success with a broken body',
    answer: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":'),
    expected: ['UPSTREAM_FAILED', true, { repeat: false }],
  },
  {
    title: 'a failure with a broken body',
    answer: (response) => void response.writeHead(503, { 'content-type': 'application/json' }).end('{"sta'),
    expected: ['UPSTREAM_FAILED', true, { status: 503 }],
  },
  {
    title: 'a page of a gateway',
    answer: (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    expected: ['UPSTREAM_FAILED', true, { status: 502 }],
  },
  {
    title: 'a rate limit that one request is above',
    answer: (response) =>
      refuse(
        response,
        429,
        'Rate limiting exceeded: Write rate limit exceeded, request larger than rate limiter capacity, please try to split your request',
      ),
    expected: ['RATE_LIMITED', false, { status: 429 }],
  },
  {
    title: 'a point that went while it was to be changed',
    answer: (response) => refuse(response, 404, 'Not found: No point with id 1b1d5707 found'),
    expected: ['UPSTREAM_FAILED', true, { status: 404 }],
  },
  {
    title: 'a shard on the move',
    answer: (response) =>
      refuse(response, 503, 'Shard temporarily unavailable: partial snapshot recovery is in progress', {
        'retry-after': '2',
      }),
    expected: ['UPSTREAM_FAILED', true, { status: 503, retryAfterMs: 2_000 }],
  },
  {
    title: 'a server whose own time was up',
    answer: (response) => refuse(response, 408, 'Timeout error'),
    expected: ['TIMED_OUT', true, { status: 408 }],
  },
  {
    title: 'no key',
    answer: (response) => void response.writeHead(401).end('Must provide an API key'),
    expected: ['INVALID_CONFIG', false, { status: 401 }],
  },
  {
    title: 'a key that may not do this',
    answer: (response) => refuse(response, 403, 'Forbidden: Write access is required'),
    expected: ['INVALID_CONFIG', false, { status: 403 }],
  },
  {
    title: 'a server locked by its owner, whatever the key',
    answer: (response) => refuse(response, 403, 'Storage locked: maintenance'),
    expected: ['UPSTREAM_FAILED', false, { status: 403 }],
  },
  {
    title: 'a request that is too large',
    answer: (response) => void response.writeHead(413).end('Payload too large'),
    expected: ['UPSTREAM_FAILED', false, { status: 413 }],
  },
  {
    title: 'a request that is too large for the server itself',
    answer: (response) => refuse(response, 400, 'Payload error: JSON payload (33554433 bytes) is larger than allowed'),
    expected: ['UPSTREAM_FAILED', false, { status: 400 }],
  },
  {
    title: 'a request in chunks that is too large for the server itself',
    answer: (response) => refuse(response, 400, 'Payload error: JSON payload has exceeded limit (33554432 bytes).'),
    expected: ['UPSTREAM_FAILED', false, { status: 400 }],
  },
  {
    title: 'a full disk',
    answer: (response) => refuse(response, 500, 'Service internal error: No space left on device: WAL'),
    expected: ['UPSTREAM_FAILED', false, { status: 500 }],
  },
  {
    title: 'a wrong request',
    answer: (response) => refuse(response, 400, 'Wrong input: Vector dimension error: expected dim: 4, got 3'),
    expected: ['UPSTREAM_FAILED', false, { status: 400 }],
  },
  {
    title: 'another address',
    answer: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    expected: ['UPSTREAM_FAILED', false, { status: 307 }],
  },
];

/** What the vendor's client throws, and what was noted beside it. */
async function failureOf({ answer, cut }: Shape): Promise<{ readonly error: unknown; readonly noted: NotedReply }> {
  const limit = new AbortController();
  await using server = await openRawServer((response, request, index) => {
    answer?.(response, request, index);
    if (cut !== undefined) limit.abort();
  });
  const port = answer === undefined ? await deadPort() : server.port;
  const client = new QdrantClient({
    url: 'http://127.0.0.1',
    port,
    checkCompatibility: false,
    timeout: Number.POSITIVE_INFINITY,
  });
  const agent = new Agent();
  const noted: NotedReply = {};
  const init = { signal: limit.signal, dispatcher: notingReply(agent, noted), redirect: 'manual' } as object;
  try {
    const reply = await client.api().countPoints({ collection_name: 'b' }, init);
    return { error: new Error(`answered ${JSON.stringify(reply.data)}`), noted };
  } catch (error) {
    return { error, noted };
  } finally {
    await agent.destroy();
  }
}

const caught = Promise.all(SHAPES.map(async (shape) => ({ ...shape, ...(await failureOf(shape)) })));

/** Titles of the shapes that are taken for something else. */
async function mistaken(classify: (error: unknown, context: FailureContext) => IbidError): Promise<readonly string[]> {
  return (await caught)
    .filter(({ error, noted, cut, expected: [code, retryable, details] }) => {
      const now = Date.UTC(2026, 10, 22, 12, 0, 0);
      const found = classify(error, { noted, now, ...(cut === undefined ? {} : { cut }) });
      const { service: _, ...rest } = found.details;
      const asExpected = details === undefined || JSON.stringify(rest) === JSON.stringify(details);
      return found.code !== code || found.retryable !== retryable || !asExpected;
    })
    .map(({ title }) => title);
}

test('every shape in which the client fails becomes the error that says what to do (B6)', async () => {
  expect(await mistaken(classifyFailure)).toEqual([]);
});

test('the client does fail in the shapes that are handled, so that none is handled for nothing', async () => {
  const shapes = new Map(
    (await caught).map(({ title, error }) => {
      const { status, retry_after: wrong } = error as { readonly status?: number; readonly retry_after?: number };
      return [title, { name: (error as Error).constructor.name, status, wrong }];
    }),
  );
  expect(shapes.get('a rate limit that says how long')).toEqual({
    name: 'QdrantClientResourceExhaustedError',
    status: undefined,
    wrong: 3,
  });
  expect(shapes.get('a rate limit that says until when')).toMatchObject({ name: 'CustomError', status: undefined });
  expect(shapes.get('a rate limit without a word')).toMatchObject({ status: 429 });
  expect(shapes.get('a request that is accepted and not carried out')).toMatchObject({
    name: 'QdrantClientUnexpectedResponseError',
    status: undefined,
  });
  expect(shapes.get('a server that is down')).toMatchObject({ name: 'TypeError', status: undefined });
  expect(shapes.get('a success with a broken body')).toMatchObject({ name: 'SyntaxError', status: undefined });
  expect(shapes.get('an unknown collection')).toMatchObject({ status: 404 });
});

test.each([
  ['status', 'an unknown collection', (error: unknown, context: FailureContext) => [bare(error), context]],
  [
    'kind',
    'a rate limit that says how long',
    (error: unknown, { noted, ...context }: FailureContext) => [error, noted === undefined ? {} : context],
  ],
  [
    'message',
    'a request that is accepted and not carried out',
    (error: unknown, context: FailureContext) => [silent(error), context],
  ],
  [
    'reading',
    'a success with a broken body',
    (error: unknown, context: FailureContext) => [error instanceof SyntaxError ? new Error('x') : error, context],
  ],
  ['cut', 'a silent server', (error: unknown, { noted }: FailureContext) => [new Error(String(error)), { noted }]],
  [
    'note',
    'a failure with a broken body',
    (error: unknown, { noted, ...context }: FailureContext) => [error, noted === undefined ? {} : context],
  ],
] as const)('a classifier that is blind to the %s mistakes %s', async (_, title, blinded) => {
  const mistakes = await mistaken((error, context) => {
    const [seen, known] = blinded(error, context) as [unknown, FailureContext];
    return classifyFailure(seen, known);
  });
  expect(mistakes).toContain(title);
  expect(mistakes.length).toBeLessThan(SHAPES.length);
});

/** Without any of its own fields but the message. */
function bare(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? new Error('Not Found') : error;
}

function silent(error: unknown): unknown {
  return error instanceof Error && error.message.startsWith('Unexpected Response') ? new Error('Unexpected') : error;
}

test.each([
  [400, 'Bad request: Exact search disabled! Help: Set exact=false.', '`search_allow_exact`'],
  [
    400,
    'Bad request: Limit exceeded 5 > 3 for "timeout". Help: Reduce the "timeout" parameter to or below 3.',
    'no more than 3 for `timeout`',
  ],
  [400, 'Bad request: Filter condition limit reached (9 > 4). Help: Reduce', 'no filter so large'],
  [400, 'Bad request: Condition size limit reached (500 > 100). Help: Reduce', 'no filter so large'],
  [400, 'Payload error: JSON payload has exceeded limit (33554432 bytes).', '`service.max_request_size_mb`'],
  [
    429,
    'Rate limiting exceeded: request larger than rate limiter capacity, please try to split your request',
    'minute',
  ],
])('of %i with "%s" the message says what to change', (status, said, named) => {
  const error = Object.assign(new Error('refused'), { status, data: { status: { error: said } } });
  expect(classifyFailure(error).message).toContain(named);
});

test('no message repeats what the server said, whose words quote payloads and keys', () => {
  const error = Object.assign(new Error('Bad Request'), {
    status: 400,
    headers: new Headers(),
    data: { status: { error: 'Wrong input: payload "the secret page" with api-key sk-123' } },
  });
  const found = classifyFailure(error, { place: 'host:6333' });
  expect(`${found.message} ${JSON.stringify(found.details)}`).not.toMatch(/secret page|sk-123/u);
  expect(found.message).toContain('host:6333');
  expect(found.cause).toBeUndefined();
});
