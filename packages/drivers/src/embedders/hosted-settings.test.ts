import { IbidError } from '@ibid/core';
import { endless, fixtureSite, openEmbeddingService, type EmbeddingService, type FixtureSite } from '@ibid/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cohereEmbedder } from './cohere.ts';
import { geminiEmbedder } from './gemini.ts';
import { HOSTED_DRIVERS } from './testing/hosted-drivers.ts';
import { ollamaEmbedder } from './ollama.ts';
import { openaiEmbedder } from './openai.ts';

let service: EmbeddingService;
let site: FixtureSite;
beforeAll(async () => {
  service = await openEmbeddingService();
  site = await fixtureSite({});
});
afterAll(async () => {
  await service.close();
  await site.close();
});
afterEach(() => {
  service.fail();
  site.replies.clear();
});

const DOCUMENT = { purpose: 'document', texts: ['Port 4000.'] } as const;
const config = (message: RegExp): unknown =>
  expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(message) });

async function failureOf(promise: Promise<unknown>): Promise<IbidError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!IbidError.is(error)) throw new Error(`rejected with ${String(error)}`);
  return error;
}

describe('the space of a hosted embedder (R6)', () => {
  it('is named by provider, model and dimensions', async () => {
    const key = { apiKey: 'k' };
    const ids = await Promise.all([
      cohereEmbedder(key),
      cohereEmbedder({ ...key, model: 'embed-v4.0' }),
      cohereEmbedder({ ...key, model: 'embed-v4.0', dimensions: 512 }),
      openaiEmbedder(key),
      openaiEmbedder({ ...key, dimensions: 256 }),
      geminiEmbedder(key),
      geminiEmbedder({ ...key, dimensions: 3072 }),
      ollamaEmbedder({ model: 'all-minilm:latest' }),
    ]);
    expect(ids.map(({ embedder }) => embedder.id)).toEqual([
      'cohere/embed-english-v3.0@1024',
      'cohere/embed-v4.0@1536',
      'cohere/embed-v4.0@512',
      'openai/text-embedding-3-small@1536',
      'openai/text-embedding-3-small@256',
      'gemini/gemini-embedding-001@768',
      'gemini/gemini-embedding-001@3072',
      'ollama/all-minilm@384',
    ]);
  });

  it('holds an address that is not the provider’s own, or the name that stands for it', async () => {
    const host = new URL(service.origin).host;
    const at = await cohereEmbedder({ baseUrl: service.origin });
    expect(at.embedder.id).toBe(`cohere/embed-english-v3.0@1024;at=${host}`);
    const named = await cohereEmbedder({ baseUrl: service.origin, service: 'our-gateway' });
    expect(named.embedder.id).toBe('cohere/embed-english-v3.0@1024;at=our-gateway');
  });

  it('differs with what the model reads before a text', async () => {
    const known = await ollamaEmbedder();
    const bare = await ollamaEmbedder({ documentPrefix: '', queryPrefix: '' });
    const other = await ollamaEmbedder({ queryPrefix: 'find: ' });
    expect(known.embedder.id).toMatch(/^ollama\/nomic-embed-text@768;prefix=[0-9a-f]{8}$/u);
    expect(new Set([known, bare, other].map(({ embedder }) => embedder.id)).size).toBe(3);
  });
});

function openUnknown(options: object): ReturnType<typeof openaiEmbedder> {
  return openaiEmbedder({ baseUrl: `${service.origin}/v1`, apiKey: service.apiKey, model: 'house-model', ...options });
}

function openSite(): ReturnType<typeof cohereEmbedder> {
  return cohereEmbedder({ baseUrl: site.origin, apiKey: 'CANARY' });
}

describe('the dimensions of an unknown model', () => {
  it('are asked for by one short text', async () => {
    const start = service.requests.length;
    const { embedder } = await openUnknown({});
    expect(embedder.dimensions).toBe(48);
    expect(service.requests.slice(start).map(({ texts }) => texts)).toEqual([['documentation']]);
  });

  it('are taken from the index that it made, and from no other', async () => {
    const { embedder } = await openUnknown({});
    const start = service.requests.length;
    expect((await openUnknown({ known: embedder })).embedder.id).toBe(embedder.id);
    expect(service.requests.length).toBe(start);
    expect((await openUnknown({ known: { id: 'openai/house-model@48', dimensions: 48 } })).embedder.id).toBe(
      embedder.id,
    );
    expect(service.requests.length).toBe(start + 1);
  });

  it('are asked for again when the first answer makes no sense', async () => {
    service.fail('fewer-vectors', { times: 1 });
    expect((await openUnknown({})).embedder.dimensions).toBe(48);
  });

  it('are not sent unless they were chosen', async () => {
    const start = service.requests.length;
    await (await openUnknown({})).embedder.embed(DOCUMENT);
    await (await openUnknown({ dimensions: 24 })).embedder.embed(DOCUMENT);
    const sent = service.requests.slice(start).map(({ body }) => (body as { dimensions?: number }).dimensions);
    expect(sent).toEqual([undefined, undefined, 24]);
  });
});

describe('the settings of a hosted embedder', () => {
  it('must hold a key for the provider’s own service, and the message names its place', async () => {
    for (const open of [cohereEmbedder, openaiEmbedder, geminiEmbedder]) {
      await expect(open({ keyName: 'THE_KEY' })).rejects.toEqual(config(/needs a key.*`THE_KEY`/u));
      await expect(open({ keyName: 'THE_KEY', apiKey: ' \n' })).rejects.toEqual(config(/needs a key/u));
    }
    await expect(ollamaEmbedder()).resolves.toMatchObject({ kind: 'fixed' });
  });

  it('never show a key, not even a broken one', async () => {
    const failure = await failureOf(cohereEmbedder({ apiKey: 'CANARY with blanks', keyName: 'THE_KEY' }));
    expect(failure).toEqual(config(/THE_KEY/u));
    expect(failure.message).not.toContain('CANARY');
  });

  it('take a key with the line end that files have', async () => {
    const { embedder } = await cohereEmbedder({ baseUrl: service.origin, apiKey: `${service.apiKey}\n` });
    await expect(embedder.embed(DOCUMENT)).resolves.toMatchObject({ vectors: [expect.any(Float32Array)] });
  });

  it.each([
    ['ftp://example.org'],
    ['https://user:pass@example.org'],
    ['https://example.org/v1?key=1'],
    ['https://example.org/#a'],
    ['example.org'],
  ])('refuse the address %s', async (baseUrl) => {
    await expect(cohereEmbedder({ baseUrl })).rejects.toEqual(config(/baseUrl/u));
  });

  it('refuse what no service could mean', async () => {
    const key = { apiKey: 'k' };
    await expect(cohereEmbedder({ ...key, dimensions: 512 })).rejects.toEqual(
      config(/`embed-english-v3\.0` has 1024/u),
    );
    await expect(cohereEmbedder({ ...key, dimensions: 0 })).rejects.toEqual(config(/dimensions/u));
    await expect(cohereEmbedder({ ...key, maxBatch: 97 })).rejects.toEqual(config(/maxBatch/u));
    await expect(cohereEmbedder({ ...key, model: 'a b' })).rejects.toEqual(config(/model/u));
    await expect(openaiEmbedder({ baseUrl: 'http://127.0.0.1:9/v1' })).rejects.toEqual(config(/needs a `model`/u));
  });
});

describe('what is sent', () => {
  it.each(HOSTED_DRIVERS)('$name: the key in a header, never in the address or the body', async (driver) => {
    const { embedder } = await driver.open(service);
    await embedder.embed(DOCUMENT);
    const { path, headers, body } = service.requests.at(-1)!;
    expect(JSON.stringify([path, body])).not.toContain(service.apiKey);
    const carried = [...headers.values()].filter((value) => value.includes(service.apiKey));
    expect(carried).toHaveLength(driver.api === 'ollama' ? 0 : 1);
  });

  it('asks every service to refuse long texts instead of cutting them, where it can', async () => {
    for (const driver of HOSTED_DRIVERS) await (await driver.open(service)).embedder.embed(DOCUMENT);
    const bodies = service.requests.slice(-10).map(({ api, body }) => [api, body] as const);
    expect(bodies.find(([api]) => api === 'cohere')![1]).toMatchObject({ truncate: 'NONE' });
    expect(bodies.find(([api]) => api === 'ollama')![1]).toMatchObject({ truncate: false, keep_alive: '30m' });
  });

  it('mends halves of characters and keeps blank texts back', async () => {
    const { embedder } = await cohereEmbedder({ baseUrl: service.origin, apiKey: service.apiKey });
    const start = service.requests.length;
    const { vectors } = await embedder.embed({ purpose: 'document', texts: ['', 'half \uD800', ' \n'] });
    expect(service.requests.slice(start).map(({ texts }) => texts)).toEqual([['half \uFFFD']]);
    expect(vectors.map((vector) => vector.some((value) => value !== 0))).toEqual([false, true, false]);
  });
});

describe('the way to a service', () => {
  it('follows no redirect, so that no other host sees key or text', async () => {
    const elsewhere = await fixtureSite({});
    try {
      site.replies.set('/v2/embed', { status: 307, headers: { location: `${elsewhere.origin}/v2/embed` } });
      await expect((await openSite()).embedder.embed(DOCUMENT)).rejects.toEqual(config(/correct the base URL/u));
      expect(elsewhere.connections).toBe(0);
    } finally {
      await elsewhere.close();
    }
  });

  it('gives up on a reply without end', async () => {
    site.replies.set('/v2/embed', endless());
    const failure = await failureOf((await openSite()).embedder.embed(DOCUMENT));
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', message: expect.stringContaining('sent more than') });
  });

  it('tells that nobody is there, with the reason and without the key', async () => {
    const gone = await fixtureSite({});
    await gone.close();
    const { embedder } = await cohereEmbedder({ baseUrl: gone.origin, apiKey: 'CANARY' });
    const failure = await failureOf(embedder.embed(DOCUMENT));
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    expect(failure.message).toContain('ECONNREFUSED');
    expect(JSON.stringify([failure.message, failure.details, String(failure.cause)])).not.toContain('CANARY');
  });

  it('ends when its caller goes, as ABORTED, and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const caller = new AbortController();
    site.replies.set('/v2/embed', {
      raw(request) {
        request.socket.once('close', () => closed.resolve());
        caller.abort();
      },
    });
    const running = (await openSite()).embedder.embed(DOCUMENT, { signal: caller.signal });
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await closed.promise;
  });

  it('is told apart from a model that answers for another one', async () => {
    service.fail('other-model');
    const { embedder } = await openaiEmbedder({
      baseUrl: `${service.origin}/v1`,
      apiKey: service.apiKey,
      model: 'text-embedding-3-small',
      dimensions: 64,
    });
    const failure = await failureOf(embedder.embed(DOCUMENT));
    expect(failure).toMatchObject({ code: 'UPSTREAM_FAILED', retryable: false });
    expect(failure.message).toContain('`somebody-elses-model` instead of `text-embedding-3-small`');
  });

  it('refuses a key that the service does not know, at once and by the name of its place', async () => {
    const { embedder } = await geminiEmbedder({ baseUrl: service.origin, apiKey: 'wrong', keyName: 'THE_KEY' });
    await expect(embedder.embed(DOCUMENT)).rejects.toEqual(config(/The key is missing or wrong.*`THE_KEY`/u));
  });

  it('says how to get a model that Ollama does not have', async () => {
    const { embedder } = await ollamaEmbedder({ baseUrl: service.origin, model: 'bge-m3' });
    await expect(embedder.embed(DOCUMENT)).rejects.toEqual(config(/`ollama pull bge-m3`/u));
  });
});
