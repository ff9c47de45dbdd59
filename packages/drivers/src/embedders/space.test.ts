import { describe, expect, it } from 'vitest';
import { readingPrefixes } from './space.ts';

describe('what a model reads before a text', () => {
  it.each([
    ['nomic-embed-text', 'search_document: ', 'search_query: '],
    ['nomic-ai/nomic-embed-text-v1.5', 'search_document: ', 'search_query: '],
    ['mxbai-embed-large', '', 'Represent this sentence for searching relevant passages: '],
    ['BAAI/bge-small-en-v1.5', '', 'Represent this sentence for searching relevant passages: '],
    ['Xenova/bge-base-en-v1.5', '', 'Represent this sentence for searching relevant passages: '],
    ['snowflake-arctic-embed:33m', '', 'Represent this sentence for searching relevant passages: '],
    ['snowflake-arctic-embed2', '', 'query: '],
    ['Snowflake/snowflake-arctic-embed-l-v2.0', '', 'query: '],
    ['intfloat/e5-large-v2', 'passage: ', 'query: '],
    ['Xenova/multilingual-e5-small', 'passage: ', 'query: '],
    ['embeddinggemma', 'title: none | text: ', 'task: search result | query: '],
    ['bge-m3', '', ''],
    ['all-minilm', '', ''],
    ['text-embedding-3-small', '', ''],
  ])('%s', (model, document, query) => {
    expect(readingPrefixes(model)).toEqual({ document, query });
  });

  it('is an instruction for models that follow one', () => {
    for (const model of [
      'qwen3-embedding:0.6b',
      'intfloat/multilingual-e5-large-instruct',
      'intfloat/e5-mistral-7b-instruct',
    ]) {
      expect(readingPrefixes(model)).toEqual({ document: '', query: expect.stringMatching(/^Instruct: .*\nQuery:/u) });
    }
  });

  it('is what the owner says, nothing included', () => {
    expect(readingPrefixes('bge-small-en', { queryPrefix: '' })).toEqual({ document: '', query: '' });
    expect(readingPrefixes('house-model', { documentPrefix: 'd: ' })).toEqual({ document: 'd: ', query: '' });
  });
});
