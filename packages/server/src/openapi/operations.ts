import type { JsonSchema } from '@ibid/wire';

import type { ApiOperation, ApiResponse } from './api-description.ts';

export const FAILURE_MEDIA: ApiResponse['content'] = {
  'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
};
export const RETRY_AFTER: NonNullable<ApiResponse['headers']> = {
  'Retry-After': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
};

const ANY: JsonSchema = { type: 'object' };
const LIMITED = { 429: { description: '`RATE_LIMITED`', headers: RETRY_AFTER, content: FAILURE_MEDIA } };
const REFUSED = { 403: { description: '`ORIGIN_REFUSED`', content: FAILURE_MEDIA } };
/** Paths that every host name and origin may call. */
const OPEN = ['/health', '/ready', '/metrics'];

interface Operation {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: ApiOperation;
}

/** Endpoints outside the dialects, for operating the server. */
export function operations(): readonly Operation[] {
  const title = { type: 'string' };
  const ready = object({
    status: status('ready'),
    generation: { type: 'integer' },
    pages: { type: 'integer' },
    chunks: { type: 'integer' },
    published_at: { type: 'string', format: 'date-time' },
    title,
  });
  const unavailable = object({
    status: status('unavailable'),
    cause: status('server', 'index', 'state', 'both'),
    down: { type: 'array', items: status('server', 'store', 'index', 'sessions', 'feedback', 'jobs', 'ledger') },
    message: { type: 'string' },
    title,
  });
  const isReady = { 200: json('Every part works', ready), 503: json('`down` names what does not work', unavailable) };
  const needs = {
    name: 'needs',
    in: 'query',
    required: false,
    description: '`index`: do not ask after the state, which questions without a conversation do without',
    schema: status('index'),
  };
  const page = {
    name: 'page',
    in: 'path',
    required: true,
    description: 'Path of the page',
    schema: { type: 'string' },
  };
  const missing = { 404: { description: '`NOT_FOUND`: the index has no such page', content: FAILURE_MEDIA } };
  const whole = 'One page after the other, 20 million characters at most';
  const beside = 'One page as Markdown; also at the address of the page itself with `Accept: text/markdown`';
  const reply = {
    description: 'The reply of the message',
    content: { 'application/json': { schema: ANY }, 'text/event-stream': { schema: { type: 'string' } } },
  };
  const mcp = {
    description: 'Streamable HTTP without sessions: one JSON-RPC message, answered as JSON or as server-sent events.',
    requestBody: { required: true, content: { 'application/json': { schema: { type: ['object', 'array'] } } } },
  };
  return [
    get('/health', 'health', 'Whether the process lives', { 200: json('It does', object({ status: status('ok') })) }),
    get('/ready', 'ready', 'Whether questions can be answered, and what is down if not', isReady, {
      parameters: [needs],
    }),
    get('/metrics', 'metrics', 'Figures for Prometheus', text('text/plain', 'Prometheus text format')),
    get('/openapi.json', 'openapi', 'This description', { 200: json('OpenAPI 3.1', ANY) }),
    get('/api/docs', 'docs', 'This description, to read', text('text/html', 'A page')),
    get('/llms.txt', 'listPages', 'Links to the Markdown of all pages', text('text/plain', 'As llmstxt.org has it')),
    get('/llms-full.txt', 'readAllPages', 'All pages as Markdown; counts as a question', text('text/plain', whole)),
    get('/{page}.md', 'readPage', beside, { ...text('text/markdown', 'The page'), ...missing }, { parameters: [page] }),
    {
      ...get(
        '/mcp',
        'callMcp',
        'The Model Context Protocol, for agents',
        { 200: reply, 400: json('`INVALID_REQUEST`, or an error of JSON-RPC', ANY) },
        mcp,
      ),
      method: 'post',
    },
  ];
}

function json(description: string, schema: JsonSchema): ApiResponse {
  return { description, content: { 'application/json': { schema } } };
}

function text(type: string, description: string): ApiOperation['responses'] {
  return { 200: { description, content: { [type]: { schema: { type: 'string' } } } } };
}

function get(
  path: string,
  operationId: string,
  summary: string,
  responses: ApiOperation['responses'],
  more: Partial<ApiOperation> = {},
): Operation {
  const about = { operationId, tags: ['operations'], summary, description: '', parameters: [], ...more };
  const refused = OPEN.includes(path) ? {} : REFUSED;
  return { path, method: 'get', operation: { ...about, responses: { ...responses, ...refused, ...LIMITED } } };
}

function status(...values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

function object(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
