import { describe, expect, it } from 'vitest';
import { checkConfig } from './config-schema.ts';
import { defineConfig } from './define-config.ts';
import { modelsOf } from './open-answering.ts';

/** A model that needs an address. */
const NAME = 'custom/m';

describe('checkConfig', () => {
  it('takes what `defineConfig` types', () => {
    const config = defineConfig({
      index: 'docs.db',
      source: 'docs',
      sourceKind: 'markdown',
      siteUrl: 'https://docs.example.org/',
      exclude: ['/blog/**'],
      locale: 'en',
      locales: ['en', 'zh-CN'],
      embedder: 'builtin',
      site: 'build',
      siteBase: '/docs/',
      title: 'the docs',
      server: {
        port: 0,
        host: '::',
        origins: ['https://docs.example.org'],
        connectionsPerAddress: 0,
        siteHeaders: false,
      },
    });
    expect(checkConfig(config, 'ibid.config.ts')).toEqual(config);
  });

  it.each([
    'cohere' as const,
    {
      name: 'openai',
      baseUrl: 'https://embed.example.org/v1',
      model: 'm',
      encoding: 'float',
      queryPrefix: '',
    } as const,
    { name: 'ollama', keepAlive: '-1', maxBatch: 8, questionTimeout: 2000 } as const,
    { name: 'local', model: 'Xenova/all-MiniLM-L12-v2', pooling: 'mean' } as const,
  ])('takes the embedder %j', (embedder) => {
    expect(checkConfig(defineConfig({ embedder }), 'ibid.config.ts')).toEqual({ embedder });
  });

  it('takes the longest times and the longest system prompt that do something', () => {
    const deadlines = { firstTokenMs: 80_000, idleMs: 80_000, totalMs: 80_000 };
    const config = defineConfig({ model: { name: NAME, deadlines, systemPrompt: 'x'.repeat(4_000) } });
    expect(checkConfig(config, 'ibid.config.json')).toEqual(config);
  });

  it('takes a collection of a Qdrant with how it is laid out', () => {
    const index = { url: 'http://qdrant:6333', collection: 'book', shards: 6, onDisk: true };
    const server = { keepAliveSeconds: 75, drainSeconds: 5, finishSeconds: 20 };
    expect(checkConfig(defineConfig({ index, server }), 'ibid.config.ts')).toEqual({ index, server });
  });

  it.each<[unknown, string]>([
    [{ embedder: 'word2vec' }, '`embedder.name`: must be one of builtin, cohere'],
    [{ embedder: { name: 'cohere', apiKey: 'k' } }, '`embedder.apiKey` is not a setting'],
    [{ embedder: { name: 'openai', baseUrl: 'localhost' } }, '`embedder.baseUrl`: '],
    [{ indx: 'x' }, '`indx` is not a setting'],
    [{ server: { prt: 1 } }, '`server.prt` is not a setting'],
    [{ server: { port: 'http' } }, '`server.port`: '],
    [{ siteBase: 'docs' }, '`siteBase`: must be a path such as /docs/'],
    [{ index: { url: 'http://qdrant:6333', apiKey: 'k' } }, '`index.apiKey` is not a setting'],
    [{ index: { url: 'qdrant' } }, '`index.url`: '],
    [undefined, 'expected object'],
    [
      { model: { deadlines: { totalMs: 80_001 } } },
      '`model.deadlines.totalMs`: must be at most 80000: an answer has 90 s',
    ],
    [{ model: { systemPrompt: 'x'.repeat(4_001) } }, '`model.systemPrompt`: must be at most 4000 characters long'],
    [{ model: { quirks: { tool: false } } }, '`model.quirks.tool` is not a setting'],
    [{ model: { cheaper: { name: NAME, quirks: { tools: 'no' } } } }, '`model.cheaper.quirks.tools`: '],
  ])('refuses %j by name', (config, message) => {
    expect(() => checkConfig(config, 'ibid.config.json')).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(message) }),
    );
  });
});

const chosenOf = (model: object) => () => modelsOf({ model, secret: () => undefined });

describe('the model of a configuration', () => {
  it('has what the owner knows of both services', () => {
    const quirks = { tools: false, limit: 'max_completion_tokens' } as const;
    const cheaper = { name: 'ollama/small', quirks: { temperature: false } };
    const config = defineConfig({ model: { name: NAME, baseUrl: 'http://127.0.0.1:9000/v1', quirks, cheaper } });
    expect(checkConfig(config, 'ibid.config.json')).toEqual(config);
    const [first, second] = modelsOf({ ...config, secret: () => undefined }) ?? [];
    expect([first?.quirks, second?.quirks]).toEqual([quirks, { temperature: false }]);
  });

  it.each(['maxTokens', 'systemPrompt', 'retrievalEnabled'])('refuses `%s` where no model is named', (setting) => {
    const said = { code: 'INVALID_CONFIG', message: expect.stringContaining(`\`model.${setting}\``) };
    expect(chosenOf({ topK: 2, [setting]: 1 })).toThrow(expect.objectContaining(said));
    expect(chosenOf({ topK: 2 })()).toBeUndefined();
    expect(chosenOf({ name: 'none', [setting]: 1 })()).toBeUndefined();
  });

  it('names every place for the address of a service that has none of its own', () => {
    expect(chosenOf({ name: NAME })).toThrow(/`model\.baseUrl`, or `IBID_MODEL_URL`/u);
    expect(chosenOf({ name: 'ollama/m', cheaper: { name: NAME } })).toThrow(/`model\.cheaper\.baseUrl`/u);
    expect(chosenOf({ name: NAME, baseUrl: 'http://127.0.0.1:9000/v1' })).not.toThrow();
  });
});
