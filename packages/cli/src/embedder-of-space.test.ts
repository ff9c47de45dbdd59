import { describe, expect, it } from 'vitest';
import { embedderOf } from './open-embedder-source.ts';

describe('the embedder that made an index', () => {
  it.each([
    ['builtin/lsa@1:128:en-1:abc', { name: 'builtin' }],
    ['builtin/hash@1:64:en-1', { name: 'hash' }],
    ['cohere/embed-english-v3.0@1024', { name: 'cohere', model: 'embed-english-v3.0', dimensions: 1024 }],
    ['gemini/gemini-embedding-001@768', { name: 'gemini', model: 'gemini-embedding-001', dimensions: 768 }],
    ['ollama/qwen3-embedding:0.6b@1024;prefix=0123abcd', { name: 'ollama', model: 'qwen3-embedding:0.6b' }],
    ['local/bge-small-en-v1.5@384;prefix=0123abcd', { name: 'local', model: 'bge-small-en-v1.5' }],
  ])('is read from %s', (id, config) => {
    expect(embedderOf(id)).toEqual(config);
  });

  it.each([
    'openai/BAAI/bge-m3@1024;at=gpu.internal:8000',
    'ollama/nomic-embed-text@768;at=ollama:11434;prefix=0123abcd',
    'local/all-MiniLM-L6-v2@384;as=fp32,mean',
  ])('cannot be reached by what %s says alone', (id) => {
    expect(embedderOf(id)).toMatchObject({ elsewhere: true });
  });

  it('is unknown for ids of others', () => {
    for (const id of ['', 'voyage/voyage-3@1024', 'cohere', 'cohere/@', 'test/angles@8']) {
      expect(embedderOf(id)).toBeUndefined();
    }
  });
});
