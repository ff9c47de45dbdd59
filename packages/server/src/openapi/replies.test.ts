/** Checks real replies of every status against the description of their endpoint. */
import { IbidError } from '@ibid/core';
import type { AnswerEvent, Engine, ErrorCode } from '@ibid/core/types';
import { dialects } from '@ibid/wire';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../call.ts';
import { fuzzApp, OWNER_TOKEN } from '../fuzz/testing/fuzz-app.ts';
import { smallEngine } from '../testing/small-index.ts';
import { testApp, type TestOptions } from '../testing/test-app.ts';
import { apiDescription, type ApiDescription } from './api-description.ts';

const api = apiDescription(dialects);

interface SchemaChecker {
  compile(schema: object): ((body: unknown) => boolean) & { readonly errors?: unknown };
  errorsText(errors: unknown): string;
}

// Uses the Ajv version that the OpenAPI validator depends on.
const ofValidator = createRequire(import.meta.resolve('@seriousme/openapi-schema-validator'));
const { Ajv2020 } = ofValidator('ajv/dist/2020.js') as { readonly Ajv2020: new (options: object) => SchemaChecker };
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const NO_SUCH = '00000000-0000-4000-8000-00000000dead';

interface Shot {
  /** Path as in the API description. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Replaces the path parameter in braces. */
  readonly part?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send(app: App, { path, method = 'POST', part = '', body, headers }: Shot): Promise<Reply> {
  const response = await app.request(path.replace(/\{\w+\}/u, part), {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!;
  return { status: response.status, type, text: await response.text() };
}

/** Returns the parts of a reply that are missing from the description. */
function undescribed(description: ApiDescription, { path, method = 'POST' }: Shot, reply: Reply): readonly string[] {
  const { status, type, text } = reply;
  const response = description.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  if (response === undefined) return [`${method} ${path} has no status ${status}: ${text.slice(0, 200)}`];
  const media = response.content[type];
  if (media === undefined) return [`${method} ${path} ${status} has no ${type}`];
  if (type !== 'application/json') return [];
  const check = ajv.compile({ ...media.schema, components: description.components });
  const body = JSON.parse(text) as { readonly code?: string };
  if (!check(body)) return [`${method} ${path} ${status}: ${ajv.errorsText(check.errors)}`];
  const schema = api.components.schemas[String(media.schema['$ref']).split('/').at(-1)!] ?? media.schema;
  const untold = Object.keys(body).filter((name) => !Object.hasOwn(schema['properties'] ?? body, name));
  if (untold.length > 0) return [`${method} ${path} ${status} does not describe ${untold.join()}`];
  const isNamed = body.code === undefined || status < 400 || response.description.includes(`\`${body.code}\``);
  return isNamed ? [] : [`${method} ${path} ${status} does not name ${body.code}`];
}

let engine: Engine;
let app: App;

beforeAll(async () => {
  engine = await smallEngine();
  app = await fuzzApp(engine);
});
afterAll(() => engine.close());

const throws = (code: ErrorCode): never => {
  throw new IbidError(code, 'CANARY');
};

function rejecting(thrown: Error): () => Promise<never> {
  return async () => {
    throw thrown;
  };
}

/** Creates an app whose runs fail, before or after the passages were found. */
function failing(code: ErrorCode, found = false, over: Partial<TestOptions> = {}): Promise<App> {
  async function* ask(): AsyncGenerator<AnswerEvent> {
    if (found) yield { type: 'retrieval-end', passages: [] };
    throws(code);
  }
  return fuzzApp({ ...engine, ask, find: async () => throws(code) }, over);
}

const QUESTION = { query: 'What is the default for retries?' };
const BUNDLE = { mode: 'global', context_bundle: { status: 'no_matches', chunks: [] } };
/** A valid request for each endpoint that accepts a question. */
const ASKED: readonly Shot[] = [
  { path: '/api/ask', body: QUESTION },
  { path: '/api/ask/stream', body: QUESTION },
  { path: '/agent/ask', body: QUESTION },
  { path: '/agent/ask/stream', body: QUESTION },
  { path: '/api/agent/query', body: { ...QUESTION, score_threshold: 0 } },
  { path: '/api/agent/query/stream', body: QUESTION },
  { path: '/api/answer', body: { ...QUESTION, ...BUNDLE } },
  { path: '/api/answer/stream', body: { ...QUESTION, ...BUNDLE } },
  { path: '/api/retrieve', body: { ...QUESTION, debug: true } },
  { path: '/query', body: QUESTION },
  { path: '/query/stream', body: QUESTION },
  { path: '/v1/chat/completions', body: { messages: [{ role: 'user', content: QUESTION.query }] } },
];
const OWNER = { Authorization: `Bearer ${OWNER_TOKEN}` };

async function seenAt(apps: App, shots: readonly Shot[]): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (const shot of shots) {
    const reply = await send(apps, shot);
    expect(undescribed(api, shot, reply)).toEqual([]);
    seen[`${shot.method ?? 'POST'} ${shot.path}`] = reply.status;
  }
  return seen;
}

const all = (status: number, shots: readonly Shot[] = ASKED): Record<string, number> =>
  Object.fromEntries(shots.map(({ path, method = 'POST' }) => [`${method} ${path}`, status]));

async function codeOf(from: App, shot: Shot): Promise<string> {
  return (JSON.parse((await send(from, shot)).text) as { readonly code: string }).code;
}

describe('real replies match the API description:', () => {
  it('answers, as JSON and as streams', async () => {
    expect(await seenAt(app, ASKED)).toEqual(all(200));
    const asked = ASKED.filter(({ path }) => path !== '/api/retrieve' && path !== '/v1/chat/completions');
    for (const shot of asked) {
      const reply = await send(app, { ...shot, body: { ...(shot.body as object), stream: true } });
      // A stream requested in the body has the reply described at the path below.
      expect(undescribed(api, { path: shot.path.replace(/(?:\/stream)?$/u, '/stream') }, reply)).toEqual([]);
    }
  });

  it.each<[string, number, (shot: Shot) => Shot]>([
    ['a body that is none', 400, (shot) => ({ ...shot, body: '[' })],
    [
      'a question that is none',
      400,
      (shot) => ({ ...shot, body: { ...(shot.body as object), query: 7, messages: 7 } }),
    ],
    ['a body of another type', 415, (shot) => ({ ...shot, headers: { 'Content-Type': 'text/plain' } })],
    ['a body that is too large', 413, (shot) => ({ ...shot, body: `"${'x'.repeat(1_100_000)}"` })],
    ['an origin that is not listed', 403, (shot) => ({ ...shot, headers: { Origin: 'https://evil.example' } })],
  ])('%s', async (_, status, change) => {
    expect(await seenAt(app, ASKED.map(change))).toEqual(all(status));
  });

  it.each<[ErrorCode, number]>([
    ['NOT_INDEXED', 503],
    ['INDEX_MISMATCH', 503],
    ['INDEX_DAMAGED', 503],
    ['STORE_BUSY', 503],
    ['UPSTREAM_FAILED', 503],
    ['CLOSED', 503],
    ['TIMED_OUT', 504],
  ])('runs that end with %s', async (code, status) => {
    expect(await seenAt(await failing(code), ASKED)).toEqual(all(status));
    const whole = ASKED.filter(({ path }) => !path.endsWith('/stream') && path !== '/api/retrieve');
    expect(await seenAt(await failing(code, true), whole)).toEqual(all(status, whole));
  });

  it('too many questions', async () => {
    for (const shot of ASKED) {
      const limited = await fuzzApp(engine, { rateLimits: { perClient: 1 } });
      await send(limited, shot);
      expect(await seenAt(limited, [shot])).toEqual(all(429, [shot]));
    }
    const full: Shot = { path: '/llms-full.txt', method: 'GET' };
    const limited = await fuzzApp(engine, { rateLimits: { perClient: 1 } });
    await send(limited, full);
    expect(await seenAt(limited, [full])).toEqual(all(429, [full]));
  });

  it('too many other requests', async () => {
    const shots: readonly Shot[] = [
      ...['/health', '/ready', '/metrics', '/openapi.json', '/api/docs', '/api/agent/health', '/llms.txt'].map(
        (path): Shot => ({ path, method: 'GET' }),
      ),
      { path: '/{page}.md', method: 'GET', part: 'hostile' },
      { path: '/api/agent/session/{session_id}', method: 'GET', part: NO_SUCH },
      { path: '/ingest/{job}', method: 'GET', part: NO_SUCH, headers: OWNER },
    ];
    for (const shot of shots) {
      const limited = await fuzzApp(engine, { rateLimits: { requests: 1 } });
      for (let i = 0; i < 5; i += 1) await send(limited, shot);
      expect(await seenAt(limited, [shot])).toEqual(all(429, [shot]));
    }
  });

  it('too many wrong tokens, which do not delay the right one', async () => {
    const limited = await fuzzApp(engine, { rateLimits: { perClient: 1 } });
    const right: Shot = { path: '/ingest/{job}', method: 'GET', part: NO_SUCH, headers: OWNER };
    const wrong: Shot = { ...right, headers: { Authorization: 'Bearer guessed' } };
    expect(await seenAt(limited, [wrong])).toEqual(all(403, [wrong]));
    expect(await seenAt(limited, [wrong])).toEqual(all(429, [wrong]));
    for (let i = 0; i < 3; i += 1) expect(await seenAt(limited, [right])).toEqual(all(404, [right]));
  });

  it('exceptions of the server', async () => {
    const find = rejecting(new TypeError('CANARY'));
    const retrieve = ASKED.filter(({ path }) => path === '/api/retrieve');
    expect(await seenAt(await fuzzApp({ ...engine, find }), retrieve)).toEqual(all(500, retrieve));
    const conversations = { begin: find, read: find, end: find } as never;
    const query = ASKED.filter(({ path }) => path.startsWith('/api/agent/'));
    expect(await seenAt(await fuzzApp(engine, { conversations }), query)).toEqual(all(500, query));
  });

  it('feedback', async () => {
    const path = '/api/feedback';
    const body = { request_id: NO_SUCH, verdict: 'up' };
    const withKeep = (thrown: Error): Promise<App> => fuzzApp(engine, { feedback: { keep: rejecting(thrown) } });
    const limited = await fuzzApp(engine, { rateLimits: { perClient: 1 } });
    await send(limited, { path, body });
    for (const [from, status] of [
      [app, 200],
      [await fuzzApp(engine, { feedback: undefined as never }), 400],
      [limited, 429],
      [await withKeep(new IbidError('STORE_BUSY', 'CANARY')), 503],
      [await withKeep(new TypeError('CANARY')), 503],
    ] as const) {
      expect(await seenAt(from, [{ path, body }])).toEqual({ [`POST ${path}`]: status });
    }
    expect(await seenAt(app, [{ path, body: {} }])).toEqual({ [`POST ${path}`]: 400 });
  });

  it('models', async () => {
    const shot: Shot = { path: '/v1/models/{model}', method: 'GET', part: 'ibid' };
    expect(await seenAt(app, [shot])).toEqual(all(200, [shot]));
    expect(await seenAt(app, [{ ...shot, part: 'gpt-4o' }])).toEqual(all(404, [shot]));
    expect(api.paths[shot.path]!['get']!.parameters[0]!['schema']).toEqual({ type: 'string' });
  });

  it('conversations', async () => {
    const path = '/api/agent/session/{session_id}';
    const opened = JSON.parse((await send(app, { path: '/api/agent/query', body: QUESTION })).text) as {
      readonly conversation_id: string;
    };
    const session_id = opened.conversation_id;
    const further = { ...QUESTION, conversation_id: session_id };
    const read = { path, method: 'GET', part: session_id } as const;
    const more: readonly Shot[] = ['', '/stream'].map((twin) => ({
      path: `/api/agent/conversation${twin}`,
      body: further,
    }));
    expect(await seenAt(app, more)).toEqual(all(200, more));
    const full = more.map((shot): Shot => ({ ...shot, body: { ...further, max_turns: 1 } }));
    expect(await seenAt(app, full)).toEqual(all(400, full));
    const lost = more.map((shot): Shot => ({ ...shot, body: { ...further, conversation_id: NO_SUCH } }));
    expect(await seenAt(app, lost)).toEqual(all(404, lost));
    for (const method of ['GET', 'DELETE'] as const) {
      const shot = { ...read, method };
      expect(await seenAt(app, [shot])).toEqual(all(200, [shot]));
      expect(await seenAt(app, [{ ...shot, part: NO_SUCH }])).toEqual(all(404, [shot]));
      expect(await seenAt(app, [{ ...shot, part: 'mine' }])).toEqual(all(400, [shot]));
      expect(await seenAt(app, [{ ...shot, headers: { Origin: 'https://evil.example' } }])).toEqual(all(403, [shot]));
      expect(await seenAt(testApp({ engine }), [shot])).toEqual(all(400, [shot]));
      for (const [thrown, status] of [
        [new IbidError('STORE_BUSY', 'CANARY'), 503],
        [new IbidError('INDEX_DAMAGED', 'CANARY'), 503],
        [new IbidError('TIMED_OUT', 'CANARY'), 504],
        [new TypeError('CANARY'), 500],
      ] as const) {
        const fails = rejecting(thrown);
        const broken = testApp({ engine, conversations: { read: fails, end: fails } as never });
        expect(await seenAt(broken, [shot])).toEqual(all(status, [shot]));
        expect(await codeOf(broken, shot)).toBe('AGENT_API_ERROR');
      }
    }
  });

  it('health checks, also while parts are down', async () => {
    const checks = ['/api/agent/health', '/api/health/answer', '/api/health/retrieval', '/ready'].map((path): Shot => ({
      path,
      method: 'GET',
    }));
    expect(await seenAt(app, checks)).toEqual(all(200, checks));
    const broken = await fuzzApp({
      ...engine,
      checkIndex: async () => throws('INDEX_DAMAGED'),
      info: async () => throws('INDEX_DAMAGED'),
    });
    expect(await seenAt(broken, checks)).toEqual(all(503, checks));
    const alive: Shot = { path: '/health', method: 'GET' };
    expect(await seenAt(broken, [alive])).toEqual(all(200, [alive]));
    const paths = ['/health', '/metrics', '/openapi.json', '/api/docs', '/llms.txt', '/llms-full.txt', '/{page}.md'];
    const operations = paths.map((path): Shot => ({ path, method: 'GET', part: 'hostile' }));
    expect(await seenAt(app, operations)).toEqual(all(200, operations));
    const missing: Shot = { path: '/{page}.md', method: 'GET', part: 'nothing' };
    expect(await seenAt(app, [missing])).toEqual(all(404, [missing]));
    const foreign = [...checks.slice(0, 3), ...operations.slice(2)].map((shot): Shot => {
      return { ...shot, headers: { Origin: 'https://evil.example' } };
    });
    expect(await seenAt(app, foreign)).toEqual(all(403, foreign));
  });

  it('jobs', async () => {
    const start: Shot = { path: '/ingest', headers: OWNER };
    const { status: started, text } = await send(app, start);
    expect(started).toBe(202);
    const { job_id } = JSON.parse(text) as { readonly job_id: string };
    expect(await seenAt(app, [start])).toEqual(all(409, [start]));
    expect(await seenAt(app, [{ ...start, body: { source: 'others' } }])).toEqual(all(400, [start]));
    for (const method of ['GET', 'DELETE'] as const) {
      const shot: Shot = { path: '/ingest/{job}', method, part: job_id, headers: OWNER };
      expect(await seenAt(app, [shot])).toEqual(all(200, [shot]));
      expect(await seenAt(app, [{ ...shot, part: NO_SUCH }])).toEqual(all(404, [shot]));
      expect(await seenAt(app, [{ ...shot, part: 'mine' }])).toEqual(all(400, [shot]));
      expect(await seenAt(app, [{ ...shot, headers: {} }])).toEqual(all(401, [shot]));
      expect(await seenAt(app, [{ ...shot, headers: { Authorization: 'Bearer wrong' } }])).toEqual(all(403, [shot]));
      for (const [code, status] of [
        ['STORE_BUSY', 503],
        ['TIMED_OUT', 504],
      ] as const) {
        const fails = rejecting(new IbidError(code, 'CANARY'));
        const jobs = { start: fails, get: fails, cancel: fails } as never;
        const broken = testApp({ engine, ownerToken: OWNER_TOKEN, ingest: { jobs, source: 'docs' } });
        expect(await seenAt(broken, [start, shot])).toEqual(all(status, [start, shot]));
      }
    }
    const anew = await fuzzApp(engine);
    expect(await seenAt(anew, [start])).toEqual(all(202, [start]));
  });

  it('a server that is shutting down', async () => {
    const closing = await fuzzApp(engine, { shutdown: AbortSignal.abort() });
    const session: Shot = { path: '/api/agent/session/{session_id}', method: 'GET', part: NO_SUCH };
    const job: Shot = { path: '/ingest/{job}', method: 'GET', part: NO_SUCH, headers: OWNER };
    const shots: readonly Shot[] = [
      ...ASKED,
      { path: '/api/search', method: 'GET' },
      { path: '/api/feedback', body: {} },
      { path: '/ingest', headers: OWNER },
      ...[session, job].flatMap((shot): readonly Shot[] => [shot, { ...shot, method: 'DELETE' }]),
    ];
    expect(await seenAt(closing, shots)).toEqual(all(503, shots));
    expect(await seenAt(closing, [{ path: '/v1/models', method: 'GET' }])).toEqual({ 'GET /v1/models': 200 });
  });

  it('bundles that cannot be genuine', async () => {
    const forged = { status: 'success', chunks: [] };
    const shots = ['', '/stream'].map((twin): Shot => {
      return { path: `/api/answer${twin}`, body: { ...QUESTION, mode: 'global', context_bundle: forged } };
    });
    expect(await seenAt(app, shots)).toEqual(all(422, shots));
  });
});

describe('failure codes', () => {
  it('are those of the contract on all of its paths, also before any handler (R26)', async () => {
    const path = '/api/agent/query';
    const evil = { Origin: 'https://evil.example' };
    expect(await codeOf(app, { path, headers: evil })).toBe('AGENT_API_ERROR');
    expect(await codeOf(app, { path, method: 'GET' })).toBe('AGENT_API_ERROR');
    expect(await codeOf(app, { path: '/api/agent/session/{id}', part: NO_SUCH })).toBe('AGENT_API_ERROR');
    expect(await codeOf(app, { path: '/api/agent/health', method: 'GET', headers: evil })).toBe('AGENT_API_ERROR');
    expect(await codeOf(app, { path: '/query', headers: evil })).toBe('ORIGIN_REFUSED');
    expect(await codeOf(app, { path: '/api/agent/nothing', headers: evil })).toBe('ORIGIN_REFUSED');
    expect(await codeOf(app, { path: '/api/agent/nothing' })).toBe('NOT_FOUND');
  });

  it('of the agent are all in its description', () => {
    const said = JSON.stringify(api.paths['/api/agent/query']!['post']!.responses);
    const names = ['QUERY_INVALID', 'RETRIEVAL_FAILED', 'GENERATION_FAILED', 'SESSION_NOT_FOUND', 'API_ERROR'];
    for (const name of [...names, 'MAX_TURNS_EXCEEDED']) expect(said).toContain(`\`AGENT_${name}\``);
  });

  it('have `Retry-After` in the description if waiting helps', () => {
    const { responses } = api.paths['/query']!['post']!;
    const waits = Object.entries(responses).filter(([, { headers }]) => headers?.['Retry-After'] !== undefined);
    expect(waits.map(([status]) => status)).toEqual(['429', '503']);
  });
});

it.each<[string, number, object, RegExp]>([
  ['a status that is not described', 418, {}, /has no status 418/u],
  [
    'a member that is not described',
    400,
    { error: '', code: 'INVALID_REQUEST', message: '', details: {}, request_id: '', answer: [] },
    /does not describe answer/u,
  ],
  ['a member that is missing', 400, { code: 'INVALID_REQUEST' }, /must have required property 'error'/u],
])('the check detects %s', (_, status, body, finding) => {
  const planted = { status, type: 'application/json', text: JSON.stringify(body) };
  expect(undescribed(api, ASKED[0]!, planted).join()).toMatch(finding);
});
