import type { JsonSchema } from '@ibid/wire';

import type { ApiOperation, ApiResponse } from './api-description.ts';

export const FAILURE_MEDIA: ApiResponse['content'] = {
  'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
};
export const RETRY_AFTER: NonNullable<ApiResponse['headers']> = {
  'Retry-After': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
};

const LIMITED = { 429: { description: '`RATE_LIMITED`', headers: RETRY_AFTER, content: FAILURE_MEDIA } };
const REFUSED = { 403: { description: '`ORIGIN_REFUSED`', content: FAILURE_MEDIA } };

/** Endpoints outside every vocabulary, for whoever runs the server. */
export function operations(): readonly { readonly path: string; readonly operation: ApiOperation }[] {
  const ready = object({
    status: status(['ready']),
    generation: { type: 'integer' },
    pages: { type: 'integer' },
    chunks: { type: 'integer' },
    published_at: { type: 'string', format: 'date-time' },
    title: { type: 'string' },
  });
  const unavailable = object({
    status: status(['unavailable']),
    cause: status(['server', 'index', 'state', 'both']),
    down: {
      type: 'array',
      items: status(['server', 'store', 'index', 'sessions', 'feedback', 'jobs', 'ledger']),
    },
    message: { type: 'string' },
    title: { type: 'string' },
  });
  return [
    get('/health', 'health', 'Whether the process lives', {
      200: json('It does', object({ status: status(['ok']) })),
    }),
    get(
      '/ready',
      'ready',
      'Whether questions can be answered, and what is down if not',
      {
        200: json('Every part works', ready),
        503: json('`down` names what does not work', unavailable),
      },
      [
        {
          name: 'needs',
          in: 'query',
          required: false,
          description: '`index`: do not ask after the state, which questions without a conversation do without',
          schema: { type: 'string', enum: ['index'] },
        },
      ],
    ),
    get('/metrics', 'metrics', 'Figures for Prometheus', {
      200: { description: 'Prometheus text format', content: { 'text/plain': { schema: { type: 'string' } } } },
    }),
    get('/openapi.json', 'openapi', 'This description', {
      200: json('OpenAPI 3.1', { type: 'object' }),
      ...REFUSED,
    }),
    get('/api/docs', 'docs', 'This description, to read', {
      200: { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } },
      ...REFUSED,
    }),
  ];
}

function json(description: string, schema: JsonSchema): ApiOperation['responses'][string] {
  return { description, content: { 'application/json': { schema } } };
}

function get(
  path: string,
  operationId: string,
  summary: string,
  responses: ApiOperation['responses'],
  parameters: ApiOperation['parameters'] = [],
): { readonly path: string; readonly operation: ApiOperation } {
  const operation = {
    operationId,
    tags: ['operations'],
    summary,
    description: '',
    parameters,
    responses: { ...responses, ...LIMITED },
  };
  return { path, operation };
}

function status(values: readonly string[]): JsonSchema {
  return { type: 'string', enum: values };
}

function object(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
