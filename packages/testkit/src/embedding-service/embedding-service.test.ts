import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EMBEDDING_FAULTS, FAULTS_OF_SOME, openEmbeddingService, type EmbeddingService } from './embedding-service.ts';

let service: EmbeddingService;
beforeAll(async () => {
  service = await openEmbeddingService();
});
afterAll(() => service.close());
afterEach(() => service.fail());

const TEXTS = [
  'Backups are kept for ninety days.',
  'The scheduler places every pod on a node.',
  'How long are backups kept?',
];

interface Asked {
  readonly path: string;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A right request in each vocabulary. */
const RIGHT: Readonly<Record<string, Asked>> = {
  cohere: {
    path: '/v2/embed',
    body: {
      model: 'embed-english-v3.0',
      texts: TEXTS,
      input_type: 'search_document',
      embedding_types: ['float'],
      truncate: 'NONE',
    },
  },
  openai: { path: '/v1/embeddings', body: { model: 'text-embedding-3-small', input: TEXTS } },
  gemini: {
    path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
    body: {
      requests: TEXTS.map((text) => ({
        model: 'models/gemini-embedding-001',
        content: { parts: [{ text }] },
        outputDimensionality: 768,
      })),
    },
  },
  ollama: { path: '/api/embed', body: { model: 'nomic-embed-text', input: TEXTS, truncate: false } },
};
const NAMES = Object.keys(RIGHT);

async function ask(
  { path, body, headers }: Asked,
  key = service.apiKey,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: headers ?? { authorization: `Bearer ${key}`, 'x-goog-api-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(300),
  });
  return { status: response.status, text: await response.text() };
}

interface AnyReply {
  readonly embeddings?:
    | { readonly float?: readonly number[][] }
    | readonly (number[] | { readonly values: number[] })[];
  readonly data?: readonly { readonly embedding: number[] }[];
}

function vectorsOf(text: string): readonly (readonly number[])[] {
  const { embeddings = [], data } = JSON.parse(text) as AnyReply;
  if (data !== undefined) return data.map(({ embedding }) => embedding);
  if (!Array.isArray(embeddings)) return (embeddings as { readonly float: readonly number[][] }).float;
  return embeddings.map((item: number[] | { readonly values: number[] }) => (Array.isArray(item) ? item : item.values));
}

function cosine(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * b[at]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
}

describe('the embedding service of the testkit', () => {
  it.each(NAMES)('answers as %s does, with vectors that bring what is alike in words together', async (name) => {
    const { status, text } = await ask(RIGHT[name]!);
    expect(status).toBe(200);
    const [backups, scheduler, question] = vectorsOf(text);
    expect(cosine(question!, backups!)).toBeGreaterThan(cosine(question!, scheduler!) + 0.1);
  });

  it('gives each model a space of its own', async () => {
    const { path, body } = RIGHT['openai']!;
    const small = vectorsOf((await ask({ path, body: { ...body, dimensions: 512 } })).text);
    const large = vectorsOf(
      (await ask({ path, body: { ...body, model: 'text-embedding-3-large', dimensions: 512 } })).text,
    );
    expect(cosine(small[0]!, large[0]!)).toBeLessThan(0.5);
  });

  it.each<[what: string, name: string, change: object, status: number]>([
    ['no input type', 'cohere', { input_type: undefined }, 400],
    ['another embedding type first', 'cohere', { embedding_types: ['int8'] }, 400],
    ['97 texts', 'cohere', { texts: Array.from({ length: 97 }, () => 'text') }, 400],
    ['a size that the model does not have', 'cohere', { output_dimension: 512 }, 400],
    ['a text above the limit', 'cohere', { texts: ['word '.repeat(600)] }, 400],
    ['an unknown model', 'cohere', { model: 'embed-klingon-v1.0' }, 404],
    ['an empty text', 'openai', { input: [''] }, 400],
    ['an encoding that is none', 'openai', { encoding_format: 'hex' }, 400],
    ['a larger size than the model has', 'openai', { dimensions: 5000 }, 400],
    ['a text above the limit', 'openai', { input: ['word '.repeat(9000)] }, 400],
    [
      'another model than in the address',
      'gemini',
      { requests: [{ model: 'models/other', content: { parts: [{ text: 'a' }] } }] },
      400,
    ],
    ['a text above the limit', 'ollama', { input: ['word '.repeat(3000)] }, 400],
    ['a model that was not pulled', 'ollama', { model: 'bge-m3' }, 404],
  ])('refuses %s: %s', async (_, name, change, status) => {
    const { path, body } = RIGHT[name]!;
    expect((await ask({ path, body: { ...body, ...change } })).status).toBe(status);
  });

  it('refuses wrong keys as each service does', async () => {
    const statuses: Record<string, number> = {};
    for (const name of NAMES) statuses[name] = (await ask(RIGHT[name]!, 'wrong')).status;
    expect(statuses).toEqual({ cohere: 401, openai: 401, gemini: 400, ollama: 200 });
  });

  it('cuts what Ollama and Gemini cut when they are not told otherwise, so that a driver that forgets shows', async () => {
    const { path, body } = RIGHT['ollama']!;
    const long = `${'word '.repeat(2100)}tail`;
    const [cut] = vectorsOf((await ask({ path, body: { ...body, input: [long], truncate: true } })).text);
    const [without] = vectorsOf((await ask({ path, body: { ...body, input: ['word '.repeat(2048)] } })).text);
    expect(cut).toEqual(without);
  });

  it.each(
    NAMES.flatMap((name) =>
      EMBEDDING_FAULTS.filter((fault) => FAULTS_OF_SOME[fault]?.includes(name) ?? true).map(
        (fault) => [name, fault] as const,
      ),
    ),
  )('%s, %s: is another reply than the right one', async (name, fault) => {
    const asked = RIGHT[name]!;
    const right = await ask(asked);
    service.fail(fault);
    const wrong = await ask(asked).catch((error: unknown) => ({ status: 0, text: String(error) }));
    expect(wrong).not.toEqual(right);
    service.fail();
    expect(await ask(asked)).toEqual(right);
  });

  it('fails as often as it is told and counts what it was sent', async () => {
    service.fail('server-error', { times: 2 });
    const before = service.timesSent(TEXTS[0]!);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await ask(RIGHT['openai']!)).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(service.timesSent(TEXTS[0]!) - before).toBe(3);
  });
});
