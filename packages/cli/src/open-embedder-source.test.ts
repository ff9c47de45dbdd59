import { describe, expect, it } from 'vitest';
import type { EmbedderConfig } from './define-config.ts';
import { embedderKey, embedderOf } from './open-embedder-source.ts';

const KEYS = {
  COHERE_API_KEY: 'cohere',
  OPENAI_API_KEY: 'openai',
  GEMINI_API_KEY: 'gemini',
  GOOGLE_API_KEY: 'google',
};
const OWN = { IBID_EMBEDDER_KEY: 'mine' };
const NONE = { apiKey: undefined, keyName: 'IBID_EMBEDDER_KEY' };

it.each<[string, EmbedderConfig, Readonly<Record<string, string>>, object]>([
  ['is that of its provider', { name: 'cohere' }, KEYS, { apiKey: 'cohere', keyName: 'COHERE_API_KEY' }],
  ['is that of its provider', { name: 'gemini' }, KEYS, { apiKey: 'gemini', keyName: 'GEMINI_API_KEY' }],
  ['may have two names', { name: 'gemini' }, { GOOGLE_API_KEY: 'g' }, { apiKey: 'g', keyName: 'GOOGLE_API_KEY' }],
  ['is the one for embedders where that is set', { name: 'openai' }, { ...KEYS, ...OWN }, { apiKey: 'mine' }],
  ['is the one for embedders where that is set', { name: 'ollama' }, OWN, { apiKey: 'mine' }],
  ['goes to no other address', { name: 'openai', baseUrl: 'https://api.openai.com.example.org/v1' }, KEYS, NONE],
  ['goes nowhere unencrypted', { name: 'openai', baseUrl: 'http://api.openai.com/v1' }, KEYS, NONE],
  ['goes to its own address', { name: 'openai', baseUrl: 'https://api.openai.com/v1' }, KEYS, { apiKey: 'openai' }],
  ['is asked for by its usual name', { name: 'cohere' }, {}, { apiKey: undefined, keyName: 'COHERE_API_KEY' }],
])('the key of an embedder %s: %j', (_, config, environment, key) => {
  expect(embedderKey(config, (name) => environment[name])).toMatchObject(key);
});

describe('the embedder that made an index', () => {
  it.each<[string, object | undefined]>([
    ['builtin/lsa@1:128:en-1:abc', { name: 'builtin' }],
    ['cohere/embed-english-v3.0@1024', { name: 'cohere', model: 'embed-english-v3.0', dimensions: 1024 }],
    ['gemini/gemini-embedding-001@768', { name: 'gemini', model: 'gemini-embedding-001', dimensions: 768 }],
    ['ollama/qwen3-embedding:0.6b@1024;prefix=0123abcd', { name: 'ollama', model: 'qwen3-embedding:0.6b' }],
    ['local/bge-small-en-v1.5@384;prefix=0123abcd', { name: 'local', model: 'bge-small-en-v1.5' }],
    ...['', 'voyage/voyage-3@1024', 'cohere', 'cohere/@', 'test/angles@8', 'builtin/hash@1:16'].map(
      (id): [string, undefined] => [id, undefined],
    ),
  ])('is read from %j', (id, config) => {
    expect(embedderOf(id)).toEqual(config);
  });

  it.each([
    'openai/BAAI/bge-m3@1024;at=gpu.internal:8000',
    'ollama/nomic-embed-text@768;at=ollama:11434;prefix=0123abcd',
    'local/all-MiniLM-L6-v2@384;as=fp32,mean',
  ])('cannot be reached by what %s says alone', (id) => {
    expect(embedderOf(id)).toMatchObject({ elsewhere: true });
  });
});
