import { IbidError } from '@ibid/core';
import {
  type Dialect,
  type Endpoint,
  failureBodySchema,
  type FailureCode,
  type JsonSchema,
  type WireFailure,
} from '@ibid/wire';
import { FAILURE_MEDIA, operations, RETRY_AFTER } from './operations.ts';

/** OpenAPI 3.1. `paths` are by path and lower-case method. */
export interface ApiDescription {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: JsonSchema;
  };
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
  for (const { path, method, operation } of operations()) add(path, method, operation);
  const schemas: Record<string, JsonSchema> = { Failure: failureBody() };
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

function failureBody(): JsonSchema {
  const { $schema: _, ...schema } = failureBodySchema.toJSONSchema();
  return schema;
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
      const { status, headers, body } = endpoint.encodeFailure(failure, { requestId: '' });
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
