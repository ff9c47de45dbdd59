import { IbidError } from '@ibid/core';
import {
  type Dialect,
  encodeFailure,
  type Endpoint,
  failureSchema,
  type FailureCode,
  type JsonSchema,
  type WireFailure,
} from '@ibid/wire';

/** OpenAPI 3.1. `paths` are by path and lower-case method. */
export interface ApiDescription {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema & { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: JsonSchema & { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, ApiMedia>> };
  readonly responses: Readonly<Record<string, ApiResponse>>;
  readonly security?: readonly JsonSchema[];
}

export interface ApiMedia {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonSchema>>;
  readonly content: Readonly<Record<string, ApiMedia>>;
}

const TAGS: Readonly<Record<string, string>> = {
  native: "Ibid's own vocabulary: complete, strict, streaming",
  ask: 'Page assistant and agent: a question with page, section and selection constraints',
  agent: 'Agent with conversations, tuning and the passages that were retrieved',
  answer: 'Retrieval into a context bundle, and answers from a bundle alone',
  query: 'Book index: questions, sources and indexing',
  openai: 'Chat completions, for programs that speak the API of OpenAI',
  operations: 'Health, metrics and this description',
};

/** Describes all endpoints, using the schemas that decode and encode them. */
export function apiDescription(dialects: readonly Dialect[]): ApiDescription {
  const endpoints = dialects.flatMap((dialect) => dialect.endpoints);
  const paths: Record<string, Record<string, ApiOperation>> = {};
  const add = (path: string, method: string, operation: ApiOperation): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const endpoint of endpoints) add(endpoint.path, endpoint.method, describe(endpoint));
  for (const [path, method, operation] of operations()) add(path, method, operation);
  const schemas: Record<string, JsonSchema> = { Failure: failureSchema() };
  for (const { schemas: own } of dialects) named(own?.() ?? [], schemas);
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ibid',
      version: '1',
      description:
        'Answers from a documentation site, every sentence proved by a verbatim quote. A path refuses other methods than its own with 405; `Allow` names them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [...used].map((name) => ({ name, description: TAGS[name] ?? '' })),
    // Paths are relative to the server that serves the description. Only the owner's endpoints need a token.
    servers: [{ url: '/' }],
    security: [],
    paths: named(paths, schemas) as typeof paths,
    components: {
      schemas,
      securitySchemes: { owner: { type: 'http', scheme: 'bearer', description: "The owner's token" } },
    },
  };
}

/** Copies a value, replacing every schema that has a title by a reference into `schemas`. Throws if two schemas with one title differ. */
function named(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = key === 'examples' ? inner : named(inner, schemas);
  const { title, anyOf, default: preset, ...others } = copy;
  // Generated clients assume that a field with a default is always present. With the default on one alternative they do not.
  const isMoved = preset !== undefined && Array.isArray(anyOf);
  const schema = isMoved ? { ...others, anyOf: [{ ...anyOf[0], default: preset }, ...anyOf.slice(1)] } : copy;
  if (typeof title !== 'string') return schema;
  delete schema.title;
  if (JSON.stringify((schemas[title] ??= schema)) !== JSON.stringify(schema)) {
    throw new IbidError('INVALID_CONFIG', `Two schemas are named \`${title}\` and differ.`);
  }
  return { $ref: `#/components/schemas/${title}` };
}

function describe(endpoint: Endpoint): ApiOperation {
  const { description } = endpoint;
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/gu)].map((match) => match[1]!);
  const request = description.request?.();
  const format = endpoint.kind === 'models' ? {} : { format: 'uuid' };
  return {
    operationId: description.operationId,
    tags: [description.tag],
    summary: description.summary,
    description: description.details ?? '',
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', ...format } })),
      ...queryParameters(description.query?.() ?? {}),
    ],
    ...(request === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.bodyOptional !== true,
            content: { 'application/json': media(request, examples(endpoint, 'request')) },
          },
        }),
    responses: { [description.replyStatus ?? 200]: success(endpoint), ...failureResponses(endpoint) },
    ...(description.owner === true ? { security: [{ owner: [] }] } : {}),
  };
}

function queryParameters({ properties = {}, required = [] }: JsonSchema): NonNullable<ApiOperation['parameters']> {
  const needed = required as readonly string[];
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: needed.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema,
    }),
  );
}

function success(endpoint: Endpoint): ApiResponse {
  const { description } = endpoint;
  const json = { 'application/json': media(description.reply(), examples(endpoint, 'reply')) };
  // A stream that a JSON endpoint can return is described at its own path, because generated clients would make a union of the two types.
  if (description.streams !== 'always') return { description: 'The reply', content: json };
  const content = { 'text/event-stream': { schema: { type: 'string' } } };
  return { description: 'Server-sent events; the last one carries the JSON reply', content };
}

function examples(endpoint: Endpoint, part: 'request' | 'reply'): Record<string, { value: unknown }> {
  return Object.fromEntries(endpoint.description.examples.map((example) => [example.name, { value: example[part] }]));
}

function media(schema: JsonSchema, shown: Record<string, { value: unknown }>): ApiMedia {
  return Object.keys(shown).length === 0 ? { schema } : { schema, examples: shown };
}

/** Possible for every call. */
const ALWAYS: readonly FailureCode[] = ['ORIGIN_REFUSED', 'RATE_LIMITED', 'INTERNAL'];
const WITH_BODY: readonly FailureCode[] = ['BODY_TOO_LARGE', 'BODY_TYPE_UNSUPPORTED', 'INVALID_REQUEST'];
/** The same failure can have different names, depending on the stage of the answer. */
const STAGES: readonly WireFailure['stage'][] = [undefined, 'conversation', 'answer'];

/** Returns one response per failure status, listing the codes that lead to it. */
export function failureResponses(endpoint: Endpoint): Readonly<Record<string, ApiResponse>> {
  const byStatus = new Map<number, { readonly names: Set<string>; waits: boolean }>();
  for (const code of codesOf(endpoint)) {
    for (const stage of endpoint.kind === 'answer' ? STAGES : [undefined]) {
      const failure = { code, message: '', ...(stage === undefined ? {} : { stage }) };
      const { status, headers, body } = encodeFailure(failure, { requestId: '' }, endpoint);
      const known = byStatus.get(status) ?? { names: new Set(), waits: false };
      known.names.add((body as { readonly code?: string }).code ?? code.toLowerCase());
      byStatus.set(status, { names: known.names, waits: known.waits || 'Retry-After' in headers });
    }
  }
  const own = endpoint.description.failure?.();
  const content = own === undefined ? FAILURE_MEDIA : { 'application/json': { schema: own } };
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, { names, waits }]): [string, ApiResponse] => {
      const description = [...names].map((name) => `\`${name}\``).join(', ');
      return [String(status), { description, ...(waits ? { headers: RETRY_AFTER } : {}), content }];
    });
  return Object.fromEntries([...responses, ...unhealthy(endpoint)]);
}

function codesOf(endpoint: Endpoint): ReadonlySet<FailureCode> {
  const { failures = [], owner = false } = endpoint.description;
  return new Set([
    ...failures,
    ...(endpoint.method === 'POST' ? WITH_BODY : []),
    ...(owner ? (['TOKEN_MISSING', 'TOKEN_REFUSED'] as const) : []),
    ...ALWAYS,
    // A health check reports by itself what is down, and the list of models needs no part of the server.
    ...(endpoint.kind === 'health' || endpoint.kind === 'models' ? [] : (['CLOSED'] as const)),
  ]);
}

function unhealthy({ kind, description }: Endpoint): readonly (readonly [string, ApiResponse])[] {
  if (kind !== 'health') return [];
  const content = { 'application/json': { schema: description.reply() } };
  return [['503', { description: 'The same, when one of the parts does not work', content }]];
}

const FAILURE_MEDIA: ApiResponse['content'] = {
  'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
};
const RETRY_AFTER: NonNullable<ApiResponse['headers']> = {
  'Retry-After': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
};

const ANY: JsonSchema = { type: 'object' };
const LIMITED = { 429: { description: '`RATE_LIMITED`', headers: RETRY_AFTER, content: FAILURE_MEDIA } };
const REFUSED = { 403: { description: '`ORIGIN_REFUSED`', content: FAILURE_MEDIA } };
/** Paths that every host name and origin may call. */
const OPEN = ['/health', '/ready', '/metrics'];

type Operation = readonly [path: string, method: string, operation: ApiOperation];

/** Endpoints outside the dialects, for operating the server. */
function operations(): readonly Operation[] {
  const string = { type: 'string' };
  const ready = object({
    status: oneOf('ready'),
    generation: { type: 'integer' },
    pages: { type: 'integer' },
    chunks: { type: 'integer' },
    published_at: { type: 'string', format: 'date-time' },
    title: string,
  });
  const unavailable = object({
    status: oneOf('unavailable'),
    cause: oneOf('server', 'index', 'state', 'both'),
    down: { type: 'array', items: oneOf('server', 'store', 'index', 'sessions', 'feedback', 'jobs', 'ledger') },
    message: string,
    title: string,
  });
  const isReady = {
    200: asJson('Every part works', ready),
    503: asJson('`down` names what does not work', unavailable),
  };
  const stateless = '`index`: do not ask after the state, which questions without a conversation do without';
  const needs = { name: 'needs', in: 'query', required: false, description: stateless, schema: oneOf('index') };
  const page = { name: 'page', in: 'path', required: true, description: 'Path of the page', schema: string };
  const missing = { 404: { description: '`NOT_FOUND`: the index has no such page', content: FAILURE_MEDIA } };
  const whole = 'One page after the other, 20 MB at most';
  const beside = 'One page as Markdown; also at the address of the page itself with `Accept: text/markdown`';
  const reply = {
    description: 'The reply of the message',
    content: { 'application/json': { schema: ANY }, 'text/event-stream': { schema: { type: 'string' } } },
  };
  const mcpResponses = { 200: reply, 400: asJson('`INVALID_REQUEST`, or an error of JSON-RPC', ANY) };
  const mcp = {
    description: 'Streamable HTTP without sessions: one JSON-RPC message, answered as JSON or as server-sent events.',
    requestBody: { required: true, content: { 'application/json': { schema: { type: ['object', 'array'] } } } },
  };
  return [
    on('get /health', 'health', 'Whether the process lives', {
      200: asJson('It does', object({ status: oneOf('ok') })),
    }),
    on('get /ready', 'ready', 'Whether questions can be answered, and what is down if not', isReady, {
      parameters: [needs],
    }),
    on('get /metrics', 'metrics', 'Figures for Prometheus', text('text/plain', 'Prometheus text format')),
    on('get /openapi.json', 'openapi', 'This description', { 200: asJson('OpenAPI 3.1', ANY) }),
    on('get /api/docs', 'docs', 'This description, to read', text('text/html', 'A page')),
    on('get /llms.txt', 'listPages', 'Links to the Markdown of all pages', text('text/plain', 'As llmstxt.org has it')),
    on('get /llms-full.txt', 'readAllPages', 'All pages as Markdown; counts as a question', text('text/plain', whole)),
    on(
      'get /{page}.md',
      'readPage',
      beside,
      { ...text('text/markdown', 'The page'), ...missing },
      { parameters: [page] },
    ),
    on('post /mcp', 'callMcp', 'The Model Context Protocol, for agents', mcpResponses, mcp),
  ];
}

function on(
  route: string,
  operationId: string,
  summary: string,
  responses: ApiOperation['responses'],
  more?: Partial<ApiOperation>,
): Operation {
  const about = { operationId, tags: ['operations'], summary, description: '', parameters: [], ...more };
  const [method, path] = route.split(' ') as [string, string];
  const refused = OPEN.includes(path) ? {} : REFUSED;
  return [path, method, { ...about, responses: { ...responses, ...refused, ...LIMITED } }];
}

function asJson(description: string, schema: JsonSchema): ApiResponse {
  return { description, content: { 'application/json': { schema } } };
}

function text(type: string, description: string): ApiOperation['responses'] {
  return { 200: { description, content: { [type]: { schema: { type: 'string' } } } } };
}

function oneOf(...values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

function object(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
