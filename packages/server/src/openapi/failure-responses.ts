import type { Endpoint, FailureCode, WireFailure } from '@ibid/wire';
import type { ApiResponse } from './api-description.ts';

/** Can happen to any call. */
const ALWAYS: readonly FailureCode[] = ['ORIGIN_REFUSED', 'RATE_LIMITED', 'INTERNAL'];
const WITH_BODY: readonly FailureCode[] = ['BODY_TOO_LARGE', 'BODY_TYPE_UNSUPPORTED', 'INVALID_REQUEST'];
/** The same failure can have another name, depending on how far an answer has come. */
const STAGES: readonly WireFailure['stage'][] = [undefined, 'conversation', 'answer'];

export const FAILURE_MEDIA: ApiResponse['content'] = {
  'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
};
export const RETRY_AFTER: NonNullable<ApiResponse['headers']> = {
  'Retry-After': { description: 'Seconds to wait, where waiting helps', schema: { type: 'integer' } },
};

/** One response for each status that is a failure, naming the codes behind it. */
export function failureResponses(endpoint: Endpoint): Readonly<Record<string, ApiResponse>> {
  const byStatus = new Map<number, { readonly names: Set<string>; waits: boolean }>();
  for (const code of codesOf(endpoint)) {
    for (const stage of endpoint.kind === 'answer' ? STAGES : [undefined]) {
      const failure = { code, message: '', ...(stage === undefined ? {} : { stage }) };
      const { status, headers, body } = endpoint.encodeFailure(failure, { requestId: '' });
      const known = byStatus.get(status) ?? { names: new Set(), waits: false };
      known.names.add((body as { readonly code: string }).code);
      byStatus.set(status, { names: known.names, waits: known.waits || 'Retry-After' in headers });
    }
  }
  const responses = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, { names, waits }]): [string, ApiResponse] => {
      const description = [...names].map((name) => `\`${name}\``).join(', ');
      return [String(status), { description, ...(waits ? { headers: RETRY_AFTER } : {}), content: FAILURE_MEDIA }];
    });
  return Object.fromEntries([...responses, ...unhealthy(endpoint)]);
}

function codesOf(endpoint: Endpoint): ReadonlySet<FailureCode> {
  const { failures, owner } = endpoint.description;
  return new Set([
    ...failures,
    ...(endpoint.method === 'POST' ? WITH_BODY : []),
    ...(owner ? (['TOKEN_MISSING', 'TOKEN_REFUSED'] as const) : []),
    ...ALWAYS,
    // A health check says itself what is down.
    ...(endpoint.kind === 'health' ? [] : (['CLOSED'] as const)),
  ]);
}

function unhealthy({ kind, description }: Endpoint): readonly (readonly [string, ApiResponse])[] {
  if (kind !== 'health') return [];
  const content = { 'application/json': { schema: description.reply() } };
  return [['503', { description: 'The same, when one of the parts does not work', content }]];
}
