import { describe, expect, it } from 'vitest';
import { readRefusal } from './service-fetch.ts';
import type { ServiceError, ServiceTarget, TroubleKind } from './service-error.ts';

const TARGET: ServiceTarget = {
  label: 'Service',
  model: 'the-model',
  baseUrl: 'https://service.example.org/v1',
  headers: {},
  keyName: 'THE_KEY',
  maxBytes: 1_000,
  advice: { missing: 'Fetch it.', tooLong: 'Split it.', silent: 'Start it.', refused: 'Check it.' },
};
const NOW = Date.UTC(2026, 10, 22, 12, 0, 0);

function errorFor(
  status: number,
  text: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<ServiceError> {
  const reply = new Response(text, { status: status < 400 ? 200 : status, headers });
  if (status < 400) Object.defineProperty(reply, 'status', { value: status });
  return readRefusal(TARGET, reply, NOW);
}

describe('a refusal of a service', () => {
  it.each<[what: string, status: number, text: string, kind: TroubleKind, hint: string]>([
    ['a wrong key', 401, '{"message":"invalid api token"}', 'wrong-key', 'THE_KEY'],
    ['a wrong key at Google', 400, '{"error":{"message":"API key not valid."}}', 'wrong-key', 'THE_KEY'],
    ['a forbidden model', 403, '{"error":{"message":"Project does not have access"}}', 'forbidden', 'the-model'],
    ['an unknown model', 404, '{"error":"model not found, try pulling it first"}', 'missing', 'Fetch it.'],
    ['another address', 308, '', 'elsewhere', 'base URL'],
    ['a page instead of an API', 405, '<html>', 'elsewhere', 'base URL'],
    ['a long text at Cohere', 400, '{"message":"too many tokens: size limit exceeded"}', 'too-long', 'Split it.'],
    ['a long text at OpenAI', 400, '{"error":{"message":"maximum input length is 8192 tokens."}}', 'too-long', 'Split'],
    ['a long question at OpenAI', 400, '{"error":{"code":"context_length_exceeded"}}', 'too-long', 'Split it.'],
    ['a long text at vLLM', 400, '{"message":"maximum context length is 512 tokens"}', 'too-long', 'Split it.'],
    ['a long text at Ollama', 400, '{"error":"the input length exceeds the context length"}', 'too-long', 'Split it.'],
    ['a long text at TEI', 413, '{"error":"`inputs` must have less than 512 tokens"}', 'too-long', 'Split it.'],
    [
      'a long text at llama.cpp',
      500,
      '{"error":{"message":"input is too large to process."}}',
      'too-long',
      'Split it.',
    ],
    ['too many texts at TEI', 422, '{"error":"batch size 96 > maximum allowed batch size 32"}', 'too-many', 'maxBatch'],
    ['a filter', 400, '{"error":{"code":"content_filter"}}', 'unwelcome', 'this request'],
    ['a field that nobody knows', 400, '{"message":"output_dimension is not supported"}', 'refused', 'Check it.'],
    ['an account without credit', 429, '{"error":{"code":"insufficient_quota"}}', 'spent', 'quota'],
    ['a trial key at its end', 429, '{"message":"limited to 1000 API calls / month."}', 'spent', 'quota'],
    ['an unpaid bill', 402, '', 'spent', 'quota'],
    ['too many tokens in a minute', 429, '{"error":{"message":"tokens per min. Limit 40000"}}', 'busy', 'slow down'],
    ['an overload', 503, '{"error":"Model is overloaded"}', 'down', '503'],
    ['a timeout on their side', 408, '', 'down', '408'],
  ])('%s', async (_, status, text, kind, hint) => {
    expect(await errorFor(status, text)).toMatchObject({ kind, message: expect.stringContaining(hint) });
  });

  it.each<[message: string, parameter: string | undefined]>([
    ["Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.", 'max_tokens'],
    ["Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'],
    ['registry.ollama.ai/library/x does not support tools', 'tools'],
    ['No endpoints found that support tool use.', 'tools'],
    ['stream_options: Extra inputs are not permitted', 'stream_options'],
    ['The request is wrong.', undefined],
    ['The value of max_tokens is above 4096.', undefined],
  ])('names the parameter that displeases: %s', async (message, parameter) => {
    expect((await errorFor(400, JSON.stringify({ error: { message } }))).parameter).toBe(parameter);
  });

  it('is read as far as it comes, and closed, when its body does not end', async () => {
    let isClosed = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('{"message":"too many tokens: size limit exceeded"')),
      cancel: () => void (isClosed = true),
    });
    expect((await errorFor(400, body)).kind).toBe('too-long');
    expect(isClosed).toBe(true);
  });

  it('is told without a word of what the service said, and says which service', async () => {
    for (const status of [400, 401, 403, 404, 413, 429, 500]) {
      const error = await errorFor(status, 'CANARY key sk-CANARY is too long');
      expect(JSON.stringify([error.message, error])).not.toContain('CANARY');
      expect(error.cause).toBeUndefined();
      expect(error.message).toContain('Service');
    }
  });

  it.each([
    [{ 'retry-after': '7' }, '', 7000],
    [{ 'retry-after': '0' }, '', 0],
    [{ 'retry-after': '1.5' }, '', 1500],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, '', 250],
    [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, '', 9000],
    [{ 'retry-after': new Date(NOW + 9000).toUTCString() }, '', 9000],
    [{ 'retry-after': new Date(NOW - 9000).toUTCString() }, '', 0],
    [{}, '{"details":[{"@type":"RetryInfo","retryDelay":"23.5s"}]}', 23_500],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{ 'retry-after': '-5' }, '', undefined],
    [{}, '', undefined],
  ])('is waited for as it asks: %j %s', async (headers, text, wait) => {
    expect((await errorFor(429, text, headers as Record<string, string>)).retryAfterMs).toBe(wait);
  });
});
