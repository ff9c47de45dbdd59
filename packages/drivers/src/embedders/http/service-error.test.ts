import { describe, expect, it } from 'vitest';
import type { HostedService } from './hosted-service.ts';
import { serviceError } from './service-error.ts';

const service: HostedService = {
  label: 'Service',
  model: 'the-model',
  url: 'https://embed.example.org/v1/embeddings',
  headers: {},
  keyName: 'THE_KEY',
  advice: { missing: 'Fetch it.', tooLong: 'Split it.' },
  body: () => ({}),
  read: () => [],
};
const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);

function errorFor(status: number, text: string, headers: Record<string, string> = {}): ReturnType<typeof serviceError> {
  return serviceError(service, { status, text, headers: new Headers(headers) }, NOW);
}

describe('a refusal of an embedding service', () => {
  it.each<[what: string, status: number, text: string, code: string, retryable: boolean, hint: string]>([
    ['a wrong key', 401, '{"message":"invalid api token"}', 'INVALID_CONFIG', false, 'THE_KEY'],
    [
      'a wrong key at Google',
      400,
      '{"error":{"message":"API key not valid. Please pass a valid API key."}}',
      'INVALID_CONFIG',
      false,
      'THE_KEY',
    ],
    [
      'a forbidden model',
      403,
      '{"error":{"message":"Project does not have access to model"}}',
      'INVALID_CONFIG',
      false,
      'the-model',
    ],
    [
      'an unknown model',
      404,
      '{"error":"model \\"the-model\\" not found, try pulling it first"}',
      'INVALID_CONFIG',
      false,
      'Fetch it.',
    ],
    ['another address', 308, '', 'INVALID_CONFIG', false, 'baseUrl'],
    ['a page instead of an API', 405, '<html>', 'INVALID_CONFIG', false, 'baseUrl'],
    [
      'a long text at Cohere',
      400,
      '{"message":"too many tokens: size limit exceeded by 12 tokens"}',
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'a long text at OpenAI',
      400,
      `{"error":{"message":"Invalid 'input[0]': maximum input length is 8192 tokens."}}`,
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'a long text at vLLM',
      400,
      `{"message":"This model's maximum context length is 512 tokens. However, you requested 600 tokens"}`,
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'a long text at Ollama',
      400,
      '{"error":"the input length exceeds the context length"}',
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'a long text at TEI',
      413,
      '{"error":"Input validation error: `inputs` must have less than 512 tokens. Given: 600"}',
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'a long text at llama.cpp',
      500,
      '{"error":{"message":"input is too large to process. increase the physical batch size"}}',
      'UPSTREAM_FAILED',
      false,
      'Split it.',
    ],
    [
      'too many texts at TEI',
      422,
      '{"error":"batch size 96 > maximum allowed batch size 32"}',
      'INVALID_CONFIG',
      false,
      'maxBatch',
    ],
    [
      'a field that the model does not take',
      400,
      '{"message":"output_dimension is not supported"}',
      'UPSTREAM_FAILED',
      false,
      'dimensions',
    ],
    ['an account without credit', 429, '{"error":{"code":"insufficient_quota"}}', 'RATE_LIMITED', false, 'builtin'],
    [
      'a trial key at its end',
      429,
      `{"message":"You are using a Trial key, which is limited to 1000 API calls / month."}`,
      'RATE_LIMITED',
      false,
      'builtin',
    ],
    ['an unpaid bill', 402, '', 'RATE_LIMITED', false, 'builtin'],
    [
      'too many tokens in a minute',
      429,
      '{"error":{"message":"Rate limit reached: tokens per min (TPM). Limit 40000"}}',
      'RATE_LIMITED',
      true,
      'slow down',
    ],
    ['an overload', 503, '{"error":"Model is overloaded"}', 'UPSTREAM_FAILED', true, '503'],
    ['a timeout on their side', 408, '', 'UPSTREAM_FAILED', true, '408'],
  ])('%s', (_, status, text, code, retryable, hint) => {
    const error = errorFor(status, text);
    expect(error).toMatchObject({ code, retryable, message: expect.stringContaining(hint) });
  });

  it('is told without a word of what the service said, and says which service', () => {
    for (const status of [400, 401, 403, 404, 413, 429, 500]) {
      const error = errorFor(status, 'CANARY key sk-CANARY is too long');
      expect(JSON.stringify([error.message, error.details])).not.toContain('CANARY');
      expect(error.cause).toBeUndefined();
      expect(error.message).toContain('Service');
    }
  });

  it.each([
    [{ 'retry-after': '7' }, '', 7000],
    [{ 'retry-after': '0' }, '', 0],
    [{ 'retry-after': '1.5' }, '', 1500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, '', 250],
    [{ 'retry-after': new Date(NOW + 9000).toUTCString() }, '', 9000],
    [{ 'retry-after': new Date(NOW - 9000).toUTCString() }, '', 0],
    [{}, '{"details":[{"@type":"RetryInfo","retryDelay":"23.5s"}]}', 23_500],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{ 'retry-after': '-5' }, '', undefined],
    [{}, '', undefined],
  ])('is waited for as it asks: %j %s', (headers, text, wait) => {
    expect(errorFor(429, text, headers as Record<string, string>).details['retryAfterMs']).toBe(wait);
  });
});
